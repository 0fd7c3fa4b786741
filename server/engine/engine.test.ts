import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import { conditions } from '#domain/threshold.ts';
import { createReferenceEngine } from '#tests/support/reference-engine.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import { Engine } from './engine.ts';
import type { EngineReading, EngineThreshold, Firing } from './engine-types.ts';

/** Raise with e.g. `PROPERTY_RUNS=100000`. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 120);
const hour = 3_600_000;
const currency = 'EUR';
const catalogue: CatalogueItem[] = [
  { id: 'a1', matchId: 'A', category: '1', currency },
  { id: 'a2', matchId: 'A', category: '2', currency },
  { id: 'b1', matchId: 'B', category: '1', currency },
  { id: 'usd', matchId: 'A', category: '1', currency: 'USD' },
  // The rest are added later, if at all.
  { id: 'a3', matchId: 'A', category: '1', currency },
  { id: 'a4', matchId: 'A', category: '3', currency },
  { id: 'c1', matchId: 'C', category: '1', currency: 'USD' },
];
const knownFirst = 4;

type Step =
  // `whole` has a tick of all that the reading says.
  | { readonly do: 'read'; readonly reading: EngineReading; readonly whole: EngineReading }
  | { readonly do: 'appear'; readonly item: CatalogueItem }
  | { readonly do: 'create'; readonly threshold: EngineThreshold }
  | { readonly do: 'remove'; readonly id: number };

/** Small numbers, so that collisions, equal prices and exact bands come up. */
const price = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 40 }));
const tick = fc.record({
  collectibleId: fc.constantFrom(...catalogue.map(({ id }) => id)),
  floorCents: price,
});
const reading = fc.record({
  // Sometimes repeats an instant (duplicates) or goes back (late).
  after: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
    fc.integer({ min: -30, max: 0 }),
  ),
  ticks: fc.uniqueArray(tick, { maxLength: 5, selector: ({ collectibleId }) => collectibleId }),
  unseen: fc.oneof(fc.constant(null), fc.subarray(catalogue.map(({ id }) => id))),
});
const target = fc.oneof(
  fc.record({
    kind: fc.constant('collectible' as const),
    id: fc.constantFrom('a1', 'a2', 'b1', 'usd', 'a3', 'c1'),
  }),
  fc.record({
    kind: fc.constant('match' as const),
    id: fc.constantFrom('A', 'A', 'B', 'C'),
    category: fc.constantFrom(null, '1', '2', '3'),
  }),
);
const threshold = fc
  .record({
    id: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8),
    target,
    condition: fc.constantFrom(...conditions),
    level: fc.integer({ min: 1, max: 40 }),
    bandBp: fc.oneof(fc.constantFrom(0, 1, 300, 5_000), fc.integer({ min: 0, max: 5_000 })),
    currency: fc.oneof({ weight: 4, arbitrary: fc.constant(currency) }, fc.constant('USD')),
    owner: fc.constantFrom('ana', 'eva', undefined),
  })
  .map(({ level, ...rest }): EngineThreshold => {
    const value = { below: level, above: level, change: level * 50, low: 1 + (level % 4) };
    return { ...rest, value: value[rest.condition], version: 1 };
  });

const script = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: reading.map((made) => ({ do: 'read' as const, made })) },
      { weight: 4, arbitrary: threshold.map((made) => ({ do: 'create' as const, made })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...catalogue.slice(knownFirst))
          .map((made) => ({ do: 'appear' as const, made })),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(1, 2, 5).map((made) => ({ do: 'remove' as const, made })),
      },
    ),
    // By default fast-check stops at about ten steps, too few for episodes.
    { minLength: 1, maxLength: 80, size: 'max' },
  )
  .map((steps) => {
    let now = 0;
    let version = 0;
    const known = new Set(catalogue.slice(0, knownFirst).map(({ id }) => id));
    const seen = new Map<string, { readonly atMs: number; readonly floorCents: number | null }>();
    return steps.map((step): Step => {
      if (step.do === 'remove') return { do: 'remove', id: step.made };
      if (step.do === 'appear') {
        known.add(step.made.id);
        return { do: 'appear', item: step.made };
      }
      if (step.do === 'create') {
        version += 1;
        return { do: 'create', threshold: { ...step.made, version } };
      }
      const observedAtMs = now + step.made.after * hour;
      now = Math.max(now, observedAtMs);
      const ticks = step.made.ticks.filter(({ collectibleId }) => known.has(collectibleId));
      const unseen = step.made.unseen && new Set(step.made.unseen);
      const named = new Set(ticks.map(({ collectibleId }) => collectibleId));
      const unchanged = [...seen].flatMap(([collectibleId, { atMs, floorCents }]) =>
        !unseen || unseen.has(collectibleId) || named.has(collectibleId) || atMs >= observedAtMs
          ? []
          : { collectibleId, floorCents },
      );
      const whole = [...ticks, ...unchanged];
      for (const { collectibleId, floorCents } of whole)
        if ((seen.get(collectibleId)?.atMs ?? -Infinity) < observedAtMs)
          seen.set(collectibleId, { atMs: observedAtMs, floorCents });
      return {
        do: 'read',
        reading: { observedAtMs, ticks, unseen },
        whole: { observedAtMs, ticks: whole },
      };
    });
  });

/** What the database would contain: enough to rebuild the engine anywhere in a script. */
interface Stored {
  known: CatalogueItem[];
  changes: Map<string, { atMs: number; floorCents: number | null }[]>;
  newestAtMs: Map<string, number>;
  thresholds: Map<number, { threshold: EngineThreshold; state: ThresholdState }>;
}

function rebuild(stored: Stored): Engine {
  const engine = new Engine();
  for (const item of stored.known) {
    const changes = stored.changes.get(item.id) ?? [];
    engine.addCollectible(item, {
      floorCents: changes.at(-1)?.floorCents ?? null,
      firstValueAtMs: changes.find(({ floorCents }) => floorCents !== null)?.atMs ?? null,
      newestAtMs: stored.newestAtMs.get(item.id) ?? null,
    });
  }
  engine.restore([...stored.thresholds.values()]);
  for (const { threshold } of stored.thresholds.values()) loadHistories(engine, threshold, stored);
  return engine;
}

function loadHistories(engine: Engine, threshold: EngineThreshold, { changes }: Stored): void {
  for (const id of engine.missingHistories(threshold))
    engine.loadHistory(id, changes.get(id) ?? []);
}

interface Played {
  readonly firings: Firing[];
  /** After each step, every threshold's state as the engine's changes left it. */
  readonly states: string[];
}

/** @param restartEvery rebuild the engine from the stored state after every so many steps; 0 = never */
function play(steps: readonly Step[], restartEvery: number): Played {
  const stored: Stored = {
    known: catalogue.slice(0, knownFirst),
    changes: new Map(),
    newestAtMs: new Map(),
    thresholds: new Map(),
  };
  const states: string[] = [];
  let engine = rebuild(stored);
  let now = 0;
  const firings: Firing[] = [];
  const collect = (result: {
    firings: Firing[];
    changes: { thresholdId: number; state: ThresholdState }[];
  }) => {
    firings.push(...result.firings);
    for (const { thresholdId, state } of result.changes) {
      const entry = stored.thresholds.get(thresholdId);
      // Only changed states are reported, each once.
      expect(entry?.state).not.toEqual(state);
      if (entry !== undefined) entry.state = state;
    }
  };
  for (const [index, step] of steps.entries()) {
    if (restartEvery > 0 && index % restartEvery === 0) engine = rebuild(stored);
    if (step.do === 'remove') {
      engine.remove([step.id]);
      stored.thresholds.delete(step.id);
    } else if (step.do === 'appear') {
      engine.addCollectible(step.item, {
        floorCents: null,
        newestAtMs: null,
        firstValueAtMs: null,
      });
      if (!stored.known.includes(step.item)) stored.known.push(step.item);
    } else if (step.do === 'create') {
      stored.thresholds.set(step.threshold.id, {
        threshold: step.threshold,
        state: initialThresholdState,
      });
      loadHistories(engine, step.threshold, stored);
      collect(engine.create(step.threshold, now));
    } else {
      const applied = engine.apply(step.reading);
      now = Math.max(now, step.reading.observedAtMs);
      for (const { collectibleId: id } of step.whole.ticks) {
        const seen = stored.newestAtMs.get(id) ?? -Infinity;
        stored.newestAtMs.set(id, Math.max(seen, step.reading.observedAtMs));
      }
      for (const { collectibleId, floorCents } of applied.floors) {
        const log = stored.changes.get(collectibleId) ?? [];
        log.push({ atMs: step.reading.observedAtMs, floorCents });
        stored.changes.set(collectibleId, log);
        stored.newestAtMs.set(collectibleId, step.reading.observedAtMs);
      }
      collect(applied);
    }
    states.push(stateText([...stored.thresholds].map(([id, { state }]) => [id, state])));
    expect(engine.thresholdCount).toBe(stored.thresholds.size);
  }
  return { firings, states };
}

const stateText = (states: readonly (readonly [id: number, ThresholdState])[]): string =>
  states
    .map(([id, { armed, base, episode }]) => `${id} ${armed}/${base}/${episode}`)
    .sort()
    .join();

/** The same steps through the reference engine. */
function playReference(steps: readonly Step[]): Played {
  const known = catalogue.slice(0, knownFirst);
  const reference = createReferenceEngine(known);
  const states: string[] = [];
  let now = 0;
  for (const step of steps) {
    if (step.do === 'remove') reference.remove(step.id);
    else if (step.do === 'create') reference.create(step.threshold, now);
    else if (step.do === 'appear') {
      if (!known.includes(step.item)) known.push(step.item);
    } else {
      reference.apply(step.whole);
      now = Math.max(now, step.reading.observedAtMs);
    }
    states.push(stateText(reference.states()));
  }
  return { firings: reference.firings, states };
}

const inOrder = (firings: readonly Firing[]) =>
  firings
    .map(
      (f) =>
        `${f.observedAtMs} ${f.thresholdId}/${f.version}/${f.episode} ${f.valueCents} ${f.already}`,
    )
    .sort();

const ofMatch = {
  version: 1,
  target: { kind: 'match', id: 'A', category: null },
  condition: 'below',
  bandBp: 0,
  currency,
} as const;
const engineOfAll = () => {
  const engine = new Engine();
  for (const item of catalogue) engine.addCollectible(item);
  return engine;
};

describe('the engine', () => {
  it('fires and stores exactly what the reference engine does, for any script', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const played = play(steps, 0);
        const expected = playReference(steps);
        expect(inOrder(played.firings)).toEqual(inOrder(expected.firings));
        expect(played.states).toEqual(expected.states);
      }),
      { numRuns: numRuns * 3 },
    );
  });

  it('is not changed by restarts, wherever they fall', () => {
    fc.assert(
      fc.property(script, fc.integer({ min: 1, max: 7 }), (steps, every) => {
        const [restarted, continuous] = [play(steps, every), play(steps, 0)];
        expect(inOrder(restarted.firings)).toEqual(inOrder(continuous.firings));
        expect(restarted.states).toEqual(continuous.states);
      }),
      { numRuns: numRuns * 2 },
    );
  });

  it('names the collectible that has the value, the value before, and neither one in another currency', () => {
    const engine = engineOfAll();
    const read = (observedAtMs: number, floors: Record<string, number>) => {
      const ticks = Object.entries(floors).map(([collectibleId, floorCents]) => ({
        collectibleId,
        floorCents,
      }));
      return engine.apply({ observedAtMs, ticks }).firings;
    };
    read(1, { a1: 30 });
    engine.create({ ...ofMatch, id: 7, version: 3, value: 20 }, 1);
    expect(read(2, { usd: 1, a2: 20 })).toEqual([
      {
        ...{ thresholdId: 7, version: 3, episode: 1, observedAtMs: 2, already: false },
        ...{ valueCents: 20, previousCents: 30, collectibleId: 'a2' },
      },
    ]);
  });
});
