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
  /** One a day, oldest first; null = not asked for yet. */
  readonly month: readonly number[] | null;
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
  readonly withMonth: boolean;
}

const maxEntries = 50_000;

export class RecentPricesCache {
  readonly #db: Database;
  /** By collectible, the oldest first. */
  readonly #entries = new Map<string, Entry>();

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
    const months = request.withMonth ? await loadMonthFloors(this.#db, missing, now) : null;
    for (const id of missing) {
      const { lowCents, highCents } = ranges.get(id) ?? { lowCents: null, highCents: null };
      const spark = sparks === null ? null : (sparks.get(id) ?? []);
      const month = months === null ? null : (months.get(id) ?? []);
      const { version } = request;
      const entry = { lowCents, highCents, spark, month, atMs: now.getTime(), version };
      found.set(id, entry);
      this.#entries.delete(id);
      this.#entries.set(id, entry);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
    return found;
  }
}

function isUsable(
  entry: Entry,
  now: Date,
  { version, reuseMs, withSparks, withMonth }: Request,
): boolean {
  if (withSparks && entry.spark === null) return false;
  if (withMonth && entry.month === null) return false;
  const ageMs = now.getTime() - entry.atMs;
  return entry.version === version ? ageMs >= 0 && ageMs <= reuseMs : ageMs > 0 && ageMs <= reuseMs;
}
