/**
 * The market in this process's memory, shared by all requests: catalogue, current floors, and floors in force at past
 * instants. One query a request compares versions; what changed is loaded again, once for all that wait for it.
 */
import type { History } from '#contract/monitoring.ts';
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';
import { collator } from '#domain/intl-formats.ts';
import {
  type CatalogueCollectibleRow,
  type CatalogueMatchRow,
  type FloorColumn,
  findMarketVersion,
  loadCatalogue,
  loadFloors,
  loadFloorsAt,
} from '../db/market/catalogue.ts';
import { type FloorScope, loadCategoryLows, loadLowestFloors } from '../db/market/daily-floors.ts';
import type { Database } from '../db/pool.ts';
import { type RecentPrices, RecentPricesCache } from './recent-prices-cache.ts';

export type Floor = number | null;

export interface CachedCatalogue {
  readonly version: number;
  /** By number. */
  readonly matches: readonly CatalogueMatchRow[];
  /** By match number, then name. Floors are in columns of the same order. */
  readonly collectibles: readonly CatalogueCollectibleRow[];
  readonly matchById: ReadonlyMap<string, CatalogueMatchRow>;
  /** Places in `collectibles`. */
  readonly placeById: ReadonlyMap<string, number>;
  readonly placesByMatch: ReadonlyMap<string, readonly number[]>;
  /** All places, in order. */
  readonly places: readonly number[];
  /** All places, by name. */
  readonly placesByName: readonly number[];
  /** Searchable text without accents and case, of `collectibles`. */
  readonly searchTexts: readonly string[];
}

/** One state of the market; its columns belong to its catalogue. */
export interface MarketView {
  /** null before the first reading. */
  readonly now: Date | null;
  readonly catalogue: CachedCatalogue;
  readonly floors: readonly Floor[];
  /** Floors in force at a past instant, or up to a moment before it ({@link reuseMs}). */
  floorsAt(instant: Date): Promise<readonly Floor[]>;
  /** Figures of the last days, or of up to a moment before ({@link reuseMs}). */
  recentPrices(
    ids: readonly string[],
    options: { readonly withSparks: boolean },
  ): Promise<ReadonlyMap<string, RecentPrices>>;
  /** Floors of the last days, one a day, oldest first, of up to an hour before. */
  monthFloors(ids: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
  /** The lowest floor of a scope at past midnights: loaded once a day of market time. */
  midnightFloors(scope: FloorScope, midnights: readonly Date[]): Promise<readonly Floor[]>;
  /** The lowest floor of each `[match, category, currency]` (JSON) at the last 30 midnights: loaded once an hour. */
  categoryLows(): Promise<ReadonlyMap<string, number>>;
  /** Computes once what is the same for everybody until the next reading. */
  once<Result>(key: string, compute: () => Promise<Result>): Promise<Result>;
  /** As {@link once}, of few: a chart takes some 50 kB. */
  chart(key: string, compute: () => Promise<History>): Promise<History>;
}

interface PricedCatalogue {
  readonly catalogue: CachedCatalogue;
  readonly pricesVersion: string;
  readonly floors: readonly Floor[];
  /** Results of `once`. */
  readonly results: Map<string, Promise<unknown>>;
  /** Results of `chart`. */
  readonly charts: Map<string, Promise<unknown>>;
}

interface PastColumn {
  readonly atMs: number;
  readonly floors: Promise<readonly Floor[]>;
}

/**
 * How far, in market time, a past column may lie before the instant asked for. In proportion to what loading it costs: a
 * small market is exact to the second, one of 20 000 collectibles to five minutes.
 */
const reuseMs = (collectibles: number) => collectibles * 15;
/** Thirty for each category, one for each match that was asked for lately. */
const maxMidnightGroups = 5_000;
/** Answers shared until the next reading: statistics of matches and categories, sorted lists. */
const maxResults = 5_000;
const maxCharts = 200;
/** A day and a week ago, before and after market now has passed them on. */
const maxPastColumns = 6;
const hourMs = 3_600_000;

export class MarketCache {
  readonly #db: Database;
  readonly #history: Database;
  #loaded: PricedCatalogue | null = null;
  #loading: { readonly key: string; readonly done: Promise<PricedCatalogue> } | null = null;
  #past: { catalogue: CachedCatalogue; columns: PastColumn[] } | null = null;
  readonly #midnights = new Map<string, Promise<readonly Floor[]>>();
  /** By hour of market time, the last two. */
  readonly #categoryLowsByHour = new Map<string, Promise<ReadonlyMap<string, number>>>();
  readonly #recentPrices: RecentPricesCache;

  /** @param history for what reads price history */
  constructor(db: Database, history: Database = db) {
    this.#db = db;
    this.#history = history;
    this.#recentPrices = new RecentPricesCache(history);
  }

  async view(): Promise<MarketView> {
    const { now, catalogue, prices } = await findMarketVersion(this.#db);
    const loaded = await this.#load(catalogue, prices);
    return {
      now,
      catalogue: loaded.catalogue,
      floors: loaded.floors,
      recentPrices: (ids, { withSparks }) =>
        this.#recentPrices.load(ids, {
          now,
          version: loaded.pricesVersion,
          reuseMs: reuseMs(loaded.catalogue.collectibles.length),
          withSparks,
        }),
      monthFloors: (ids) => this.#recentPrices.loadMonths(ids, now),
      floorsAt: (instant) => this.#floorsAt(loaded.catalogue, instant),
      midnightFloors: (scope, midnights) =>
        this.#midnightFloors(loaded.catalogue, scope, midnights),
      categoryLows: () => this.#categoryLows(now),
      once: (key, compute) =>
        memoize(loaded.results, `${now?.getTime()} ${key}`, compute, maxResults),
      chart: (key, compute) =>
        memoize(loaded.charts, `${now?.getTime()} ${key}`, compute, maxCharts),
    };
  }

  #load(catalogueVersion: number, pricesVersion: string): Promise<PricedCatalogue> {
    const known = this.#loaded;
    if (
      known !== null &&
      known.catalogue.version === catalogueVersion &&
      known.pricesVersion === pricesVersion
    )
      return Promise.resolve(known);
    const key = `${catalogueVersion} ${pricesVersion}`;
    if (this.#loading?.key === key) return this.#loading.done;
    const done = this.#loadFresh(catalogueVersion).finally(() => {
      if (this.#loading?.done === done) this.#loading = null;
    });
    this.#loading = { key, done };
    return done;
  }

  async #loadFresh(catalogueVersion: number): Promise<PricedCatalogue> {
    const known = this.#loaded?.catalogue;
    // The version was read before the catalogue: what is newer in it is loaded once more, and nothing is missed.
    const catalogue =
      known?.version === catalogueVersion
        ? known
        : indexCatalogue(catalogueVersion, await loadCatalogue(this.#db));
    const current = await loadFloors(this.#db);
    const loaded = {
      catalogue,
      pricesVersion: current.prices,
      floors: alignFloors(catalogue, current),
      results: new Map<string, Promise<unknown>>(),
      charts: new Map<string, Promise<unknown>>(),
    };
    this.#loaded = loaded;
    return loaded;
  }

  #floorsAt(catalogue: CachedCatalogue, instant: Date): Promise<readonly Floor[]> {
    if (this.#past?.catalogue !== catalogue) this.#past = { catalogue, columns: [] };
    const { columns } = this.#past;
    const atMs = instant.getTime();
    const earliestMs = atMs - reuseMs(catalogue.collectibles.length);
    const known = columns.find((column) => column.atMs <= atMs && column.atMs >= earliestMs);
    if (known !== undefined) return known.floors;
    const column: PastColumn = {
      atMs,
      floors: loadFloorsAt(this.#history, instant).then((loaded) => alignFloors(catalogue, loaded)),
    };
    columns.push(column);
    if (columns.length > maxPastColumns) columns.shift();
    column.floors.catch(() => columns.splice(columns.indexOf(column), 1));
    return column.floors;
  }

  async #categoryLows(now: Date | null): Promise<ReadonlyMap<string, number>> {
    if (now === null) return new Map();
    const until = new Date(Math.ceil(now.getTime() / hourMs) * hourMs);
    const key = until.toISOString();
    const lows = await memoize(
      this.#categoryLowsByHour,
      key,
      () => loadCategoryLows(this.#history, until),
      2,
    );
    // Of a market that has just been imported: soon there are some.
    if (lows.size === 0) this.#categoryLowsByHour.delete(key);
    return lows;
  }

  /** For a large scope a statement each, because one for all would take longer than a read may. */
  async #midnightFloors(
    { version }: CachedCatalogue,
    scope: FloorScope,
    midnights: readonly Date[],
  ): Promise<readonly Floor[]> {
    const groups = scope.match === undefined ? midnights.map((each) => [each]) : [midnights];
    const floors: Floor[] = [];
    for (const group of groups) {
      const key = JSON.stringify([version, scope, group]);
      const load = () => loadLowestFloors(this.#history, scope, group);
      floors.push(...(await memoize(this.#midnights, key, load, maxMidnightGroups)));
    }
    return floors;
  }
}

/** One computation for all that ask for a key; a failed one is not stored, and the oldest makes room. */
function memoize<Result>(
  results: Map<string, Promise<unknown>>,
  key: string,
  compute: () => Promise<Result>,
  limit: number,
): Promise<Result> {
  const known = results.get(key);
  if (known !== undefined) return known as Promise<Result>;
  const computing = compute();
  results.set(key, computing);
  const [oldest] = results.keys();
  if (results.size > limit && oldest !== undefined) results.delete(oldest);
  computing.catch(() => results.delete(key));
  return computing;
}

/** Numbers in names compare as numbers. */
export const compareNames = collator({ numeric: true }).compare;

/** Ascending; null comes last. */
export function compare(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** All places by a column. Stable: equal values stay in the order of their matches. */
export const sortPlaces = (column: readonly Floor[]): number[] =>
  [...column.keys()].sort((a, b) => compare(column[a] ?? null, column[b] ?? null));

function indexCatalogue(
  version: number,
  { matches, collectibles }: Awaited<ReturnType<typeof loadCatalogue>>,
): CachedCatalogue {
  const matchById = new Map(matches.map((match) => [match.id, match]));
  const numberOf = ({ matchId }: CatalogueCollectibleRow) => matchById.get(matchId)?.number ?? 0;
  matches.sort((a, b) => a.number - b.number);
  const ordered = collectibles
    .filter(({ matchId }) => matchById.has(matchId))
    .sort(
      (a, b) => numberOf(a) - numberOf(b) || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1),
    );
  const nameOf = (place: number) => ordered[place]?.name ?? '';
  return {
    version,
    matches,
    collectibles: ordered,
    matchById,
    placeById: new Map(ordered.map(({ id }, place) => [id, place])),
    placesByMatch: Map.groupBy(ordered.keys(), (place) => ordered[place]?.matchId ?? ''),
    places: [...ordered.keys()],
    // The sort is stable: equal names stay in the order of their matches.
    placesByName: [...ordered.keys()].sort((a, b) => compareNames(nameOf(a), nameOf(b))),
    searchTexts: ordered.map(({ id, name, category, matchId }) =>
      foldCaseAndAccents([name, matchById.get(matchId)?.name, category, id].join('\n')),
    ),
  };
}

/** A collectible that is new since the catalogue was loaded is left out until it is loaded again. */
function alignFloors({ placeById }: CachedCatalogue, { ids, floors }: FloorColumn): Floor[] {
  const aligned = Array<Floor>(placeById.size).fill(null);
  ids.forEach((id, index) => {
    const place = placeById.get(id);
    if (place !== undefined) aligned[place] = floors[index] ?? null;
  });
  return aligned;
}
