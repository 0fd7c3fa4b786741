/** Prometheus metrics of a polled source, read from its report at each scrape. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Marketplace, SourceReport } from '../market-model/marketplace.ts';

const circuits = ['closed', 'half_open', 'open'] as const satisfies SourceReport['circuit'][];

/** Does nothing for a source without a report. */
export function registerSourceMetrics(
  registry: Registry,
  source: Pick<Marketplace, 'report'>,
): void {
  const report = () => source.report?.() ?? null;
  if (report() === null) return;
  const registers = [registry];
  new Gauge({
    name: 'vigia_source_circuit_breaker_state',
    help: '1 for the state the source’s circuit breaker is in.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of circuits) this.set({ state }, report()?.circuit === state ? 1 : 0);
    },
  });
  total('vigia_crawls_total', 'Finished crawls, rejected ones included.', (now) => now.crawls);
  total(
    'vigia_crawls_complete_total',
    'Crawls that read the whole market: what they lack is not on sale.',
    (now) => now.completeCrawls,
  );
  total(
    'vigia_crawls_partial_total',
    'Crawls during which the market changed, or that lacked a few rows: read without all absences.',
    (now) => now.partialCrawls,
  );
  total(
    'vigia_crawls_doubted_total',
    'Crawls in which a large share was missing at once: believed when the next agrees.',
    (now) => now.doubtedCrawls,
  );
  byReason(
    'vigia_crawls_rejected_total',
    'Crawls rejected whole, by reason.',
    (now) => now.rejectedCrawls,
  );
  byReason(
    'vigia_listings_rejected_total',
    'Listings rejected for having no place in the catalogue, by reason.',
    (now) => now.rejectedListings,
  );

  function total(name: string, help: string, countOf: (now: SourceReport) => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        const now = report();
        if (now !== null) this.inc(countOf(now));
      },
    });
  }

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
