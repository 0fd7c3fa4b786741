/** Prometheus metrics of a source that is crawled. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Marketplace, SourceReport } from '../market-model/marketplace.ts';

const circuits = ['closed', 'half_open', 'open'] as const satisfies SourceReport['circuit'][];

export type CrawlMetrics = ReturnType<typeof createCrawlMetrics>;

export function createCrawlMetrics(registry: Registry) {
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name, help, labelNames, registers: [registry] });
  return {
    crawls: counter('vigia_crawls_total', 'Finished crawls, rejected ones included.'),
    complete: counter(
      'vigia_crawls_complete_total',
      'Crawls that read the whole market: what they lack is not on sale.',
    ),
    partial: counter(
      'vigia_crawls_partial_total',
      'Crawls during which the market changed, or that lacked a few rows: read without all absences.',
    ),
    doubted: counter(
      'vigia_crawls_doubted_total',
      'Crawls in which a large share was missing at once: believed when the next agrees.',
    ),
    rejected: counter('vigia_crawls_rejected_total', 'Crawls rejected whole, by reason.', [
      'reason',
    ]),
    listingsRejected: counter(
      'vigia_listings_rejected_total',
      'Listings rejected for having no place in the catalogue, by reason.',
      ['reason'],
    ),
  };
}

/** As time alone may change it: read from the report at each scrape. Nothing for a source without one. */
export function registerCircuit(registry: Registry, source: Pick<Marketplace, 'report'>): void {
  if (source.report === undefined) return;
  new Gauge({
    name: 'vigia_source_circuit_breaker_state',
    help: '1 for the state the source’s circuit breaker is in.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const state of circuits)
        this.set({ state }, source.report?.().circuit === state ? 1 : 0);
    },
  });
}
