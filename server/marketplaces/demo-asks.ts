/** Asks of one collectible of the demo market, cheapest first: they follow the floor that demo-prices.ts decides. */
import { priceBounds } from '#domain/threshold.ts';
import type { Random } from './seeded-random.ts';

/** Ascending cents. */
export type Asks = readonly number[];

const typicalAsks = 18;
const maxAsks = 60;
/** Mean distance of an ask from the floor: a fifth of them lie within 5 %. */
const meanDistance = 0.24;

/** Asks above a floor, which is the cheapest of them. */
export function newAsks(floorCents: number, count: number, random: Random): Asks {
  const dearer = Array.from({ length: Math.min(count, maxAsks) - 1 }, () =>
    dearerAsk(floorCents, random),
  );
  return sorted([floorCents, ...dearer]);
}

/** The cheapest ask is bought or withdrawn; those below the new floor are raised, at least one of them to it. */
export function raiseFloor(asks: Asks, floorCents: number, random: Random): Asks {
  const rest = asks.slice(1);
  const stay = rest.filter((ask) => ask > floorCents);
  const raised = Math.max(1, rest.length - stay.length);
  const others = stay.length === rest.length ? stay.slice(1) : stay;
  const above = Array.from({ length: raised - 1 }, () => dearerAsk(floorCents, random));
  return toTypicalCount(sorted([floorCents, ...above, ...others]), random);
}

/** Somebody asks for less than all others. */
export const lowerFloor = (asks: Asks, floorCents: number, random: Random): Asks =>
  toTypicalCount([floorCents, ...asks], random);

/** Few asks attract more, of many the dearest are withdrawn. */
function toTypicalCount(asks: Asks, random: Random): Asks {
  const [floorCents] = asks;
  const chance = random.next();
  if (floorCents !== undefined && asks.length < typicalAsks / 2 && chance < 0.5)
    return sorted([...asks, dearerAsk(floorCents, random)]);
  return asks.length > maxAsks || (asks.length > typicalAsks * 1.5 && chance < 0.5)
    ? asks.slice(0, -1)
    : asks;
}

const dearerAsk = (floorCents: number, random: Random): number =>
  roundToHalfEuros(floorCents * (1 - meanDistance * Math.log(1 - random.next())));

const sorted = (asks: number[]): Asks => asks.sort((a, b) => a - b);

const leastCents = 500;

/** Rounds to half euros. */
export const roundToHalfEuros = (cents: number): number =>
  Math.max(leastCents, Math.min(priceBounds.max, Math.round(cents / 50) * 50));
