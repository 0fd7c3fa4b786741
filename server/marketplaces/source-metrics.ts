/** What a source that must be asked tells of itself, under names an operator can watch. Asked anew at each scrape. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Marketplace, SourceReport } from '../market-model/marketplace.ts';

const circuits = ['closed', 'half_open', 'open'] as const satisfies SourceReport['circuit'][];

/** Does nothing for a source that has nothing to tell. */
export function registerSourceMetrics(
  registry: Registry,
  source: Pick<Marketplace, 'report'>,
): void {
  const report = () => source.report?.() ?? null;
  if (report() === null) return;
  const registers = [registry];
  new Gauge({
    name: 'vigia_source_circuit',
    help: '1 for the state the source’s circuit breaker is in.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of circuits) this.set({ state }, report()?.circuit === state ? 1 : 0);
    },
  });
  new Counter({
    name: 'vigia_crawls_total',
    help: 'Crawls begun and ended, refused ones included.',
    registers,
    collect() {
      this.reset();
      this.inc(report()?.crawls ?? 0);
    },
  });
  byReason('vigia_crawls_rejected_total', 'Crawls refused whole.', (now) => now.rejectedCrawls);
  byReason(
    'vigia_listings_rejected_total',
    'Listings without a place in the catalogue.',
    (now) => now.rejectedListings,
  );

  function byReason(
    name: string,
    help: string,
    counts: (now: SourceReport) => ReadonlyMap<string, number>,
  ): void {
    new Counter({
      name,
      help,
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        const now = report();
        if (now === null) return;
        for (const [reason, times] of counts(now)) this.inc({ reason }, times);
      },
    });
  }
}
