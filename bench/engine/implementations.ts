/** In-process implementations compared: bare loop, naive objects, matcher, engine. Built anew per pass, untimed. */
import { initialThresholdState } from '#domain/crossing.ts';
import { createEngine } from '#server/engine/engine.ts';
import type { EngineReading } from '#server/engine/engine-types.ts';
import { Matcher } from '#server/engine/matcher.ts';
import { bandBp, type Market } from './synthetic-market.ts';

/** Number of firings and an order-independent checksum of them: equal checksums mean equal firings. */
export interface Outcome {
  readonly fired: number;
  readonly checksum: number;
}

/** Prepares a pass over the first `count` ticks. */
export type Implementation = (market: Market, count: number) => () => Outcome;

const minuteMs = 60_000;
const startAtMs = minuteMs;
const currency = 'EUR';

/** Summed over the firings, because each implementation returns them in another order. */
const signature = (tick: number, threshold: number): number =>
  Math.imul(tick + 1, 31) ^ Math.imul(threshold + 1, 2_654_435_761);

/** The least any matching does: load the last price, compare, store. */
export const bareLoop: Implementation = ({ start, ticks }, count) => {
  const last = Int32Array.from(start);
  const { target, cents } = ticks;
  return () => {
    let moves = 0;
    for (let index = 0; index < count; index += 1) {
      const position = target[index] ?? 0;
      const price = cents[index] ?? 0;
      const before = last[position] ?? 0;
      if (price === before) continue;
      last[position] = price;
      moves += price < before ? 1 : 2;
    }
    return { fired: 0, checksum: moves };
  };
};

/** The naive implementation: one object per threshold in a list per collectible, all compared at every tick. */
export const naiveObjects: Implementation = ({ collectibles, start, thresholds, ticks }, count) => {
  interface Naive {
    readonly index: number;
    readonly condition: 'below' | 'above';
    readonly cents: number;
    readonly bandBp: number;
    armed: boolean;
    episode: number;
  }
  const lists: Naive[][] = Array.from({ length: collectibles }, () => []);
  for (const [index, target] of thresholds.target.entries()) {
    const condition = thresholds.isAbove[index] === 1 ? 'above' : 'below';
    const cents = thresholds.cents[index] ?? 0;
    lists[target]?.push({ index, condition, cents, bandBp, armed: true, episode: 0 });
  }
  const last = Int32Array.from(start);
  return () => {
    let fired = 0;
    let checksum = 0;
    for (let index = 0; index < count; index += 1) {
      const position = ticks.target[index] ?? 0;
      const price = ticks.cents[index] ?? 0;
      if (price === last[position]) continue;
      last[position] = price;
      for (const threshold of lists[position] ?? []) {
        const { condition, cents } = threshold;
        if (threshold.armed) {
          if (condition === 'below' ? price > cents : price < cents) continue;
          threshold.armed = false;
          threshold.episode += 1;
          fired += 1;
          checksum = (checksum + signature(index, threshold.index)) | 0;
        } else {
          const band = Math.ceil((cents * threshold.bandBp) / 10_000);
          threshold.armed = condition === 'below' ? price >= cents + band : price <= cents - band;
        }
      }
    }
    return { fired, checksum };
  };
};

/** The product's matcher alone: one `move` per tick, as `apply` calls it for each target of a reading. */
export const matcher: Implementation = (market, count) => {
  const { target, cents } = market.ticks;
  const matching = buildMatcher(market);
  return () => {
    let fired = 0;
    let checksum = 0;
    for (let index = 0; index < count; index += 1) {
      const changed = matching.move(target[index] ?? 0, cents[index] ?? 0, index);
      if (changed === 0) continue;
      for (let position = 0; position < changed; position += 1) {
        if (matching.fired.at(position) === 0) continue;
        fired += 1;
        checksum = (checksum + signature(index, matching.changed.at(position))) | 0;
      }
    }
    return { fired, checksum };
  };
};

/** Handles equal the market's threshold indexes, because they are assigned in order. @throws Error otherwise */
export function buildMatcher({ start, thresholds }: Market) {
  const matching = new Matcher(() => false);
  const targets = Array.from(start, (price) => matching.openTarget(price));
  const handles = matching.add(
    [...thresholds.target].map((position, index) => ({
      rule: ruleOf(index, thresholds),
      state: initialThresholdState,
      version: 1,
      target: targets[position] ?? 0,
    })),
  );
  for (const [index, handle] of handles.entries()) {
    if (handle !== index) throw new Error(`threshold ${index} has handle ${handle}`);
  }
  return matching;
}

/** The whole engine, ids and price logs included, fed with readings of `ticksPerReading` ticks. */
export const engine =
  (ticksPerReading: number): Implementation =>
  (market, count) => {
    const product = buildEngine(market);
    const readings = readingsOf(market, count, ticksPerReading);
    return () => {
      let fired = 0;
      let checksum = 0;
      for (const [index, reading] of readings.entries()) {
        for (const { thresholdId } of product.apply(reading).firings) {
          fired += 1;
          checksum = (checksum + signature(index, thresholdId)) | 0;
        }
      }
      return { fired, checksum };
    };
  };

export function buildEngine({ start, thresholds }: Market) {
  const product = createEngine();
  for (const position of start.keys()) {
    const id = `c${position}`;
    product.addCollectible({ id, matchId: `m${position >> 1}`, category: '1', currency });
    product.loadHistory(id, [{ atMs: startAtMs, floorCents: start[position] ?? null }]);
  }
  product.restore(
    [...thresholds.target].map((position, index) => {
      const target = { kind: 'collectible', id: `c${position}` } as const;
      const { condition, value } = ruleOf(index, thresholds);
      const threshold = { id: index, version: 1, currency, target, condition, value, bandBp };
      return { threshold, state: initialThresholdState };
    }),
  );
  return product;
}

function ruleOf(index: number, { cents, isAbove }: Market['thresholds']) {
  const target = { kind: 'collectible', id: '' } as const;
  const condition = isAbove[index] === 1 ? 'above' : 'below';
  return { target, condition, value: cents[index] ?? 0, bandBp } as const;
}

function readingsOf({ ticks }: Market, count: number, size: number): EngineReading[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, reading) => ({
    observedAtMs: startAtMs + (reading + 1) * minuteMs,
    kind: 'changes',
    ticks: Array.from({ length: Math.min(size, count - reading * size) }, (_, offset) => ({
      collectibleId: `c${ticks.target[reading * size + offset]}`,
      floorCents: ticks.cents[reading * size + offset] ?? null,
    })),
  }));
}
