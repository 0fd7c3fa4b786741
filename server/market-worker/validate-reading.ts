/** Validates a reading before it is stored (docs/alerts.md, rules 1 and 2); counts rejections by reason. */
import * as z from 'zod/mini';
import { priceBounds } from '#domain/threshold.ts';
import type { StoredSale, StoredTick } from '../db/market/readings.ts';
import type { RawTick, Reading, RejectionReason } from '../market-model/marketplace.ts';
import { parseInstant } from '../marketplaces/parse-instant.ts';

/** Allowed clock difference between the source and the database. */
const futureToleranceMs = 60_000;

/** Currency of each known collectible. */
export type Currencies = ReadonlyMap<string, string>;

export interface ValidatedReading {
  /** What may be stored; null when the whole reading is rejected. */
  readonly accepted: {
    readonly observedAt: Date;
    readonly kind: Reading['kind'];
    readonly ticks: readonly StoredTick[];
  } | null;
  readonly rejected: ReadonlyMap<RejectionReason, number>;
  /** Collectibles that came in another currency: their thresholds are paused (docs/alerts.md, rule 6). */
  readonly wrongCurrency: readonly string[];
}

/**
 * @param arrivedAt by the database's clock
 * @returns each collectible once (the last tick wins); a `complete` reading gains an explicit none for
 *   every collectible it does not mention, except those whose tick was rejected
 */
export function validateReading(
  reading: Reading,
  currencies: Currencies,
  arrivedAt: Date,
): ValidatedReading {
  const rejected = new Map<RejectionReason, number>();
  const reject = (reason: RejectionReason, times = 1) =>
    rejected.set(reason, (rejected.get(reason) ?? 0) + times);
  for (const reason of reading.rejections ?? []) reject(reason);

  const observedAt = parseInstant(reading.observedAt);
  // An instant of ours may be ahead of its arrival: it follows the newest, which may have been.
  const timeRejection =
    reading.isStampedHere && observedAt !== null ? null : validateInstant(observedAt, arrivedAt);
  if (observedAt === null || timeRejection !== null) {
    reject(timeRejection ?? 'time', reading.ticks.length);
    return { accepted: null, rejected, wrongCurrency: [] };
  }

  const accepted = new Map<string, StoredTick>();
  const rejectedIds = new Set<string>();
  const wrongCurrency: string[] = [];
  for (const tick of reading.ticks) {
    const checked = validateTick(tick, currencies, arrivedAt);
    if (typeof checked !== 'string') {
      accepted.set(checked[0], checked);
      continue;
    }
    reject(checked);
    if (typeof tick.collectibleId === 'string') rejectedIds.add(tick.collectibleId);
    if (checked === 'currency') wrongCurrency.push(String(tick.collectibleId));
  }
  if (reading.ticks.length > 0 && accepted.size === 0)
    return { accepted: null, rejected, wrongCurrency };
  if (reading.kind === 'complete' && accepted.size < currencies.size) {
    for (const id of currencies.keys())
      if (!accepted.has(id) && !rejectedIds.has(id)) accepted.set(id, [id, null, 0, null]);
  }
  const ticks = [...accepted.values()];
  return { accepted: { observedAt, kind: reading.kind, ticks }, rejected, wrongCurrency };
}

function validateInstant(observedAt: Date | null, arrivedAt: Date): RejectionReason | null {
  if (observedAt === null) return 'time';
  return observedAt.getTime() > arrivedAt.getTime() + futureToleranceMs ? 'future' : null;
}

function validateTick(
  tick: RawTick,
  currencies: Currencies,
  arrivedAt: Date,
): StoredTick | RejectionReason {
  const { collectibleId: id, floorCents, currency } = tick;
  const known = typeof id === 'string' ? currencies.get(id) : undefined;
  if (typeof id !== 'string' || known === undefined) return 'unknown_collectible';
  if (currency !== undefined && currency !== known) return 'currency';
  if (floorCents !== null && !isPrice(floorCents)) return 'price';
  const row = [
    id,
    floorCents,
    countOf(tick.listings),
    isPrice(tick.lastSaleCents) ? tick.lastSaleCents : null,
  ] as const;
  const asks = asksOf(tick.asks, floorCents);
  const sales = salesOf(tick.sales, arrivedAt);
  if (sales.length > 0) return [...row, asks, sales];
  return asks === null ? row : [...row, asks];
}

/** More than any market lists of one collectible. */
const maxAsks = 1_000;
const maxSales = 100;

/** @returns ascending; null = unknown, also when they contradict the floor */
function asksOf(value: unknown, floorCents: number | null): readonly number[] | null {
  if (!Array.isArray(value) || value.length > maxAsks || !value.every(isPrice)) return null;
  const asks = value.toSorted((a, b) => a - b);
  return (asks[0] ?? null) === floorCents ? asks : null;
}

const saleShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  soldAt: z.string(),
  priceCents: z.int().check(z.gte(priceBounds.min), z.lte(priceBounds.max)),
});

/** Those that are valid: an invalid one never costs the floor. */
function salesOf(value: unknown, arrivedAt: Date): readonly StoredSale[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxSales).flatMap((sale: unknown): StoredSale[] => {
    const parsed = saleShape.safeParse(sale);
    if (!parsed.success) return [];
    const { id, soldAt: text, priceCents } = parsed.data;
    const soldAt = parseInstant(text);
    return soldAt === null || validateInstant(soldAt, arrivedAt) !== null
      ? []
      : [[id, soldAt.getTime(), priceCents]];
  });
}

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value >= priceBounds.min &&
  value <= priceBounds.max;

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000_000
    ? value
    : null;
