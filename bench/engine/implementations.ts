/** What is measured in this process: each contender is built anew for a pass, outside the measured time. */
import { initialThresholdState } from '#domain/crossing.ts';
import { createEngine } from '#server/engine/engine.ts';
import type { EngineReading } from '#server/engine/engine-types.ts';
import { Matcher } from '#server/engine/matcher.ts';
import { bandBp, type Market } from './market.ts';

/** Firings counted, and which ones they were: equal sums, equal answers. */
export interface Outcome {
  readonly fired: number;
  readonly checksum: number;
}

/** Prepares a pass over the first `count` ticks. */
export type Implementation = (market: Market, count: number) => () => Outcome;

const minuteMs = 60_000;
const startAt = minuteMs;
const currency = 'EUR';

/** Firings come in another order from each contender, so they are summed. */
const signature = (tick: number, threshold: number): number =>
  Math.imul(tick + 1, 31) ^ Math.imul(threshold + 1, 2_654_435_761);

/** The least any matching does: load the last price, compare, store. */
export const bareLoop: Implementation = ({ start, ticks }, count) => {
  const last = Int32Array.from(start);
  const { target, cents } = ticks;
  return () => {
    let moves = 0;
    for (let index = 0; index < count; index += 1) {
      const at = target[index] ?? 0;
      const price = cents[index] ?? 0;
      const before = last[at] ?? 0;
      if (price === before) continue;
      last[at] = price;
      moves += price < before ? 1 : 2;
    }
    return { fired: 0, checksum: moves };
  };
};

/** What one writes first: objects in a list per collectible, each asked at every tick. */
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
      const at = ticks.target[index] ?? 0;
      const price = ticks.cents[index] ?? 0;
      if (price === last[at]) continue;
      last[at] = price;
      for (const threshold of lists[at] ?? []) {
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

/** The product's matching, by number: what `apply` asks for each target a reading touches. */
export const matcher: Implementation = (market, count) => {
  const { target, cents } = market.ticks;
  const matching = buildMatcher(market);
  return () => {
    let fired = 0;
    let checksum = 0;
    for (let index = 0; index < count; index += 1) {
      const turned = matching.move(target[index] ?? 0, cents[index] ?? 0, index);
      if (turned === 0) continue;
      for (let at = 0; at < turned; at += 1) {
        if (matching.fired.at(at) === 0) continue;
        fired += 1;
        checksum = (checksum + signature(index, matching.turned.at(at))) | 0;
      }
    }
    return { fired, checksum };
  };
};

/** Its handles are the market's own numbers: they are given out in order. */
export function buildMatcher({ start, thresholds }: Market) {
  const matching = new Matcher(() => false);
  const targets = Array.from(start, (price) => matching.openTarget(price));
  for (const [index, at] of thresholds.target.entries()) {
    const target = targets[at] ?? 0;
    const handle = matching.add(ruleOf(index, thresholds), initialThresholdState, {
      version: 1,
      target,
    });
    if (handle !== index) throw new Error(`threshold ${index} has handle ${handle}`);
  }
  return matching;
}

/** The product's engine whole, ids and price logs included: readings of so many ticks each. */
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
  for (const at of start.keys()) {
    const id = `c${at}`;
    product.addCollectible({ id, matchId: `m${at >> 1}`, category: '1', currency });
    product.loadHistory(id, [{ at: startAt, floorCents: start[at] ?? null }]);
  }
  for (const [index, at] of thresholds.target.entries()) {
    const target = { kind: 'collectible', id: `c${at}` } as const;
    const { condition, value } = ruleOf(index, thresholds);
    product.restore(
      { id: index, version: 1, currency, target, condition, value, bandBp },
      initialThresholdState,
    );
  }
  return product;
}

function ruleOf(index: number, { cents, isAbove }: Market['thresholds']) {
  const target = { kind: 'collectible', id: '' } as const;
  const condition = isAbove[index] === 1 ? 'above' : 'below';
  return { target, condition, value: cents[index] ?? 0, bandBp } as const;
}

function readingsOf({ ticks }: Market, count: number, size: number): EngineReading[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, reading) => ({
    observedAtMs: startAt + (reading + 1) * minuteMs,
    kind: 'changes',
    ticks: Array.from({ length: Math.min(size, count - reading * size) }, (_, offset) => ({
      collectibleId: `c${ticks.target[reading * size + offset]}`,
      floorCents: ticks.cents[reading * size + offset] ?? null,
    })),
  }));
}
