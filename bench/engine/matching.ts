/**
 * How many single-tick readings a second the engine applies, beside a loop over every threshold of the
 * collectible that knows only “at or below, once”. Both in one run, so the ratio survives a noisy machine.
 * Run: `node bench/engine/matching.ts [thresholds] [readings]`
 */
import type { Condition } from '#domain/threshold.ts';
import { type CatalogueItem, createEngine, type EngineReading } from '#server/engine/engine.ts';

const thresholdCount = Number(process.argv[2] ?? 100_000);
const readingCount = Number(process.argv[3] ?? 200_000);
const collectibleCount = 2_000;
const currency = 'EUR';
const minuteMs = 60_000;

let seed = 12_345;
/** Xorshift: the same market in every run. */
function random(): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) / 4_294_967_296;
}
const below = (limit: number): number => Math.floor(random() * limit);

const items: CatalogueItem[] = Array.from({ length: collectibleCount }, (_, index) => ({
  id: `c${index}`,
  matchId: `m${index >> 1}`,
  category: String(1 + (index & 1)),
  currency,
}));
const start = items.map(() => 10_000 + below(90_000));

const walk = [...start];
const readings: EngineReading[] = Array.from({ length: readingCount }, (_, index) => {
  const at = below(collectibleCount);
  const price = walk[at] ?? 1;
  walk[at] = Math.max(1, price + Math.round((random() - 0.5) * 0.06 * price));
  return {
    observedAt: (index + 2) * minuteMs,
    kind: 'changes',
    ticks: [{ collectibleId: `c${at}`, floorCents: walk[at] ?? null }],
  };
});

interface NaiveThreshold {
  readonly collectibleId: string;
  readonly cents: number;
  armed: boolean;
}

function runNaive(): { seconds: number; fired: number } {
  const byCollectible = new Map<string, NaiveThreshold[]>();
  for (let index = 0; index < thresholdCount; index += 1) {
    const at = index % collectibleCount;
    const collectibleId = `c${at}`;
    const list = byCollectible.get(collectibleId) ?? [];
    const cents = Math.round((start[at] ?? 1) * (0.8 + (index % 97) / 485));
    list.push({ collectibleId, cents, armed: true });
    byCollectible.set(collectibleId, list);
  }
  let fired = 0;
  const began = performance.now();
  for (const { ticks } of readings) {
    for (const { collectibleId, floorCents } of ticks) {
      if (floorCents === null) continue;
      for (const threshold of byCollectible.get(collectibleId) ?? []) {
        if (threshold.armed && floorCents <= threshold.cents) {
          threshold.armed = false;
          fired += 1;
        } else if (!threshold.armed && floorCents > threshold.cents) threshold.armed = true;
      }
    }
  }
  return { seconds: (performance.now() - began) / 1_000, fired };
}

function runEngine(conditionOf: (index: number) => Condition): { seconds: number; fired: number } {
  const engine = createEngine();
  for (const item of items) engine.addCollectible(item);
  const ticks = items.map(({ id }, at) => ({ collectibleId: id, floorCents: start[at] ?? null }));
  engine.apply({ observedAt: minuteMs, kind: 'complete', ticks });
  for (let index = 0; index < thresholdCount; index += 1) {
    const at = index % collectibleCount;
    const condition = conditionOf(index);
    const price = Math.round((start[at] ?? 1) * (0.8 + (index % 97) / 485));
    const value = { below: price, above: price, change: 500, low: 7 }[condition];
    const target = { kind: 'collectible', id: `c${at}` } as const;
    const rule = { id: String(index), version: 1, currency, target, condition, value, bandBp: 300 };
    engine.create(rule, minuteMs);
  }
  let fired = 0;
  const began = performance.now();
  for (const reading of readings) fired += engine.apply(reading).firings.length;
  return { seconds: (performance.now() - began) / 1_000, fired };
}

const mixed: Condition[] = ['below', 'above', 'change', 'low'];
const runs = {
  'naive loop, below only, no band': runNaive,
  'engine, below only': () => runEngine(() => 'below'),
  'engine, four conditions': () => runEngine((index) => mixed[(index >> 11) & 3] ?? 'below'),
};

console.log(
  `${thresholdCount} thresholds on ${collectibleCount} collectibles, ${readingCount} readings`,
);
let naive: number | null = null;
for (const [name, run] of Object.entries(runs)) {
  // The median of three: the first pass also warms the compiler.
  const passes = [run(), run(), run()].sort((a, b) => a.seconds - b.seconds);
  const { seconds, fired } = passes[1] ?? run();
  naive ??= seconds;
  const rate = Math.round(readingCount / seconds).toLocaleString('en');
  console.log(
    `${name}: ${rate} readings/s, ${(seconds / naive).toFixed(2)}x naive time, ${fired} fired`,
  );
}
