/**
 * Price model of the demo market. Measured on a real market of the same kind: 2 % of the items change per
 * reading, the median step is 2.9 % and the 90th percentile 14.6 %, with rare jumps of up to 300 %,
 * delistings, relistings, and sell-outs as kick-off comes near.
 */
import type { DemoCollectible } from './demo-tournament.ts';
import type { Random } from './seeded-random.ts';

export interface DemoItem extends DemoCollectible {
  floorCents: number | null;
  listings: number;
  lastSaleCents: number | null;
  readonly kickoffAt: Date | null;
}

const changeProbability = 0.02;
const medianStep = 0.029;
/** ln(14.6 / 2.9) / 1.2816: the spread that puts the 90th percentile at 14.6 %. */
const stepSpread = 1.261;
const largestStep = 3.06;
const hourMs = 3_600_000;

/** Moves the market one reading on. @returns the items whose floor or listings changed */
export function advanceMarket(items: readonly DemoItem[], at: Date, random: Random): DemoItem[] {
  return items.filter((item) => moveItem(item, at, random));
}

function moveItem(item: DemoItem, at: Date, random: Random): boolean {
  const leftMs = item.kickoffAt === null ? Infinity : item.kickoffAt.getTime() - at.getTime();
  if (leftMs <= 0) return delist(item);
  if (random.next() >= changeProbability * changeFactor(leftMs)) return false;
  if (item.floorCents === null) return relist(item, leftMs, random);
  if (random.next() < delistingProbability(leftMs)) return delist(item);
  return step(item, item.floorCents, random);
}

/** In the last two days changes are more frequent. */
const changeFactor = (leftMs: number) => (leftMs < 48 * hourMs ? 1.5 : 1);

const delistingProbability = (leftMs: number) => {
  if (leftMs < 3 * hourMs) return 0.35;
  return leftMs < 48 * hourMs ? 0.1 : 0.02;
};

function delist(item: DemoItem): boolean {
  if (item.floorCents === null) return false;
  // The last listings were bought, not withdrawn.
  item.lastSaleCents = item.floorCents;
  item.floorCents = null;
  item.listings = 0;
  return true;
}

function relist(item: DemoItem, leftMs: number, random: Random): boolean {
  if (leftMs < 3 * hourMs && random.next() < 0.7) return false;
  item.floorCents = roundPrice(item.anchorCents * (1 + Math.abs(random.normal()) * 0.15));
  item.listings = 1 + Math.floor(random.next() * 4);
  return true;
}

function step(item: DemoItem, floorCents: number, random: Random): boolean {
  const size = Math.min(largestStep, medianStep * Math.exp(random.normal() * stepSpread));
  // Mean reversion to the anchor.
  const pull = Math.log(item.anchorCents / floorCents);
  const up = random.next() < 1 / (1 + Math.exp(-3 * pull));
  const next = roundPrice(up ? floorCents * (1 + size) : floorCents / (1 + size));
  if (next === floorCents) return false;
  // A floor rises when its cheapest listing is bought, and falls when a cheaper one is added.
  if (up) {
    item.lastSaleCents = floorCents;
    item.listings = Math.max(1, item.listings - 1);
  } else {
    item.listings += 1;
  }
  item.floorCents = next;
  return true;
}

/** Rounds to half euros. */
const roundPrice = (cents: number) =>
  Math.max(500, Math.min(1_000_000_000, Math.round(cents / 50) * 50));

/** A collectible as it is before its first reading. */
export function newDemoItem(
  collectible: DemoCollectible,
  kickoffAt: Date | null,
  random: Random,
): DemoItem {
  return {
    ...collectible,
    kickoffAt,
    floorCents: roundPrice(collectible.anchorCents * Math.exp(random.normal() * 0.08)),
    listings: 4 + Math.floor(random.next() * 60),
    lastSaleCents: null,
  };
}
