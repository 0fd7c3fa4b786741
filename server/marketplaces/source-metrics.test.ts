import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { SourceReport } from '../market-model/marketplace.ts';
import { registerSourceMetrics } from './source-metrics.ts';

test('each scrape reports the source’s current values, counted once', async () => {
  const registry = new Registry();
  const rejectedCrawls = new Map([['timeout', 2]]);
  let circuit: SourceReport['circuit'] = 'closed';
  registerSourceMetrics(registry, {
    report: () => ({
      circuit,
      crawls: 5,
      completeCrawls: 3,
      isComplete: true,
      partialCrawls: 2,
      doubtedCrawls: 1,
      rejectedCrawls,
      rejectedListings: new Map([['match', 4]]),
    }),
  });
  await registry.metrics();
  circuit = 'open';
  rejectedCrawls.set('timeout', 3);
  const text = await registry.metrics();
  for (const line of [
    'source_circuit_breaker_state{state="open"} 1',
    'source_circuit_breaker_state{state="closed"} 0',
    'crawls_total 5',
    'crawls_complete_total 3',
    'crawls_partial_total 2',
    'crawls_doubted_total 1',
    'crawls_rejected_total{reason="timeout"} 3',
    'listings_rejected_total{reason="match"} 4',
  ])
    expect(text).toContain(`vigia_${line}\n`);
});
