/** MARKET=http: the sources of a mapping file as one marketplace. Each keeps its own interval, circuit breaker and absences. */
import { noPages } from '../../market-model/market-page.ts';
import type {
  Reading,
  ResumableMarketplace,
  SourceReport,
} from '../../market-model/marketplace.ts';
import { type HttpOptions, HttpSource } from './http-source.ts';
import type { MappedSource } from './mapping.ts';

/** @throws UnreachableMarketError when the rules do not allow an address */
export function createHttp(
  mappings: readonly MappedSource[],
  options: HttpOptions,
): ResumableMarketplace {
  const sources = mappings.map((mapping) => new HttpSource(mapping, options));
  return {
    name: 'http',
    // Sources come and go with the file; their catalogues are kept apart by their names.
    fingerprint: 'http',
    currency: mappings[0]?.currency ?? '',
    pageOrigins: (options.pages ?? noPages).origins,
    expectedEveryMs: Math.min(...sources.map(({ everyMs }) => everyMs)),
    async *catalogue(signal) {
      for (const source of sources) yield* source.catalogue(signal);
    },
    readings: (signal) => mergeReadings(sources, signal),
    resume({ collectibles }) {
      for (const source of sources) source.resume(collectibles);
    },
    report: () => mergeReports(sources.map((source) => source.report())),
  };
}

/** Each as it comes; a source that waits or fails delays no other. */
async function* mergeReadings(
  sources: readonly HttpSource[],
  signal: AbortSignal,
): AsyncGenerator<Reading> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const iterators = sources.map((source) => source.readings(ended));
  const take = (index: number) =>
    iterators[index]?.next().then((result) => ({ index, result })) ?? Promise.reject();
  const pending = new Map(iterators.map((_, index) => [index, take(index)]));
  try {
    for (;;) {
      const { index, result } = await Promise.race(pending.values());
      if (result.done) return;
      yield result.value;
      pending.set(index, take(index));
    }
  } finally {
    stop.abort();
    await Promise.allSettled(pending.values());
    await Promise.allSettled(iterators.map((iterator) => iterator.return(undefined)));
  }
}

const worstFirst = ['open', 'half_open', 'closed'] as const satisfies SourceReport['circuit'][];

function mergeReports(reports: readonly SourceReport[]): SourceReport {
  const known = reports.flatMap(({ isComplete }) => isComplete ?? []);
  return {
    circuit:
      worstFirst.find((state) => reports.some(({ circuit }) => circuit === state)) ?? 'closed',
    // One source that cannot be read whole is what an operator must see.
    isComplete: known.length === 0 ? null : known.every(Boolean),
  };
}
