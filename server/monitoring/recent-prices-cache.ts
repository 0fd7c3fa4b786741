/** Cache of what pages show of each collectible's last days: computed once for all users, until it is too old to reuse. */
import {
  loadMonthFloors,
  loadMonthRanges,
  loadSparklines,
  type PriceRange,
  type SparklineValues,
} from '../db/market/price-history.ts';
import type { Database } from '../db/pool.ts';

export interface RecentPrices extends PriceRange {
  /** null = not asked for yet. */
  readonly spark: SparklineValues | null;
}

interface Entry extends RecentPrices {
  /** Market time. */
  readonly atMs: number;
  readonly version: string;
}

interface Request {
  /** Market now; null before the first reading. */
  readonly now: Date | null;
  /** Of the prices. */
  readonly version: string;
  /** How far before market now an entry may have been loaded. */
  readonly reuseMs: number;
  readonly withSparks: boolean;
}

const maxEntries = 50_000;
/** Of thirty prices at most one is another after an hour. */
const monthReuseMs = 3_600_000;

export class RecentPricesCache {
  readonly #db: Database;
  /** By collectible, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #months = new Map<
    string,
    { readonly month: readonly number[]; readonly atMs: number }
  >();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns nothing before the first reading */
  async load(ids: readonly string[], request: Request): Promise<ReadonlyMap<string, RecentPrices>> {
    const { now } = request;
    const found = new Map<string, RecentPrices>();
    if (now === null) return found;
    const missing = ids.filter((id) => {
      const entry = this.#entries.get(id);
      if (entry === undefined || !isUsable(entry, now, request)) return true;
      found.set(id, entry);
      return false;
    });
    if (missing.length === 0) return found;
    const ranges = await loadMonthRanges(this.#db, missing, now);
    const sparks = request.withSparks ? await loadSparklines(this.#db, missing, now) : null;
    for (const id of missing) {
      const { lowCents, highCents } = ranges.get(id) ?? { lowCents: null, highCents: null };
      const spark = sparks === null ? null : (sparks.get(id) ?? []);
      const { version } = request;
      const entry = { lowCents, highCents, spark, atMs: now.getTime(), version };
      found.set(id, entry);
      this.#entries.delete(id);
      this.#entries.set(id, entry);
    }
    evictOldest(this.#entries);
    return found;
  }

  /** Floors of the last days, one a day, oldest first. @param now market now */
  async loadMonths(
    ids: readonly string[],
    now: Date | null,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    if (now === null) return new Map();
    const atMs = now.getTime();
    const missing = ids.filter((id) => {
      const ageMs = atMs - (this.#months.get(id)?.atMs ?? Number.NEGATIVE_INFINITY);
      return ageMs < 0 || ageMs > monthReuseMs;
    });
    const loaded = missing.length === 0 ? [] : await loadMonthFloors(this.#db, missing, now);
    for (const [id, month] of loaded) {
      this.#months.delete(id);
      this.#months.set(id, { month, atMs });
    }
    const found = new Map(ids.map((id) => [id, this.#months.get(id)?.month ?? []] as const));
    evictOldest(this.#months);
    return found;
  }
}

function evictOldest(entries: Map<string, unknown>): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break;
    entries.delete(oldest);
  }
}

function isUsable(entry: Entry, now: Date, { version, reuseMs, withSparks }: Request): boolean {
  if (withSparks && entry.spark === null) return false;
  const ageMs = now.getTime() - entry.atMs;
  return entry.version === version ? ageMs >= 0 && ageMs <= reuseMs : ageMs > 0 && ageMs <= reuseMs;
}
