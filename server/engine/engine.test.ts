import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import { conditions } from '#domain/threshold.ts';
import {
  type CatalogueItem,
  createEngine,
  type Engine,
  type EngineReading,
  type EngineThreshold,
  type Firing,
} from './engine.ts';
import { createReference } from './reference.ts';

const hour = 3_600_000;
const currency = 'EUR';
const catalogue: CatalogueItem[] = [
  { id: 'a1', matchId: 'A', category: '1', currency },
  { id: 'a2', matchId: 'A', category: '2', currency },
  { id: 'b1', matchId: 'B', category: '1', currency },
  { id: 'usd', matchId: 'A', category: '1', currency: 'USD' },
];

type Step =
  | { readonly do: 'read'; readonly reading: EngineReading }
  | { readonly do: 'create'; readonly threshold: EngineThreshold }
  | { readonly do: 'remove'; readonly id: string };

/** Small numbers on purpose: collisions, equal prices and exact bands are where rules differ. */
const price = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 40 }));
const tick = fc.record({
  collectibleId: fc.constantFrom('a1', 'a2', 'b1', 'usd'),
  floorCents: price,
});
const reading = fc.record({
  // Sometimes repeats an instant (duplicates) or goes back (late).
  after: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
    fc.integer({ min: -30, max: 0 }),
  ),
  kind: fc.constantFrom('changes' as const, 'complete' as const),
  ticks: fc.array(tick, { maxLength: 5 }),
});
const target = fc.oneof(
  fc.record({ kind: fc.constant('collectible' as const), id: fc.constantFrom('a1', 'a2', 'b1') }),
  fc.record({
    kind: fc.constant('match' as const),
    id: fc.constantFrom('A', 'B'),
    category: fc.constantFrom(null, '1', '2'),
  }),
);
const threshold = fc
  .record({
    id: fc.constantFrom('t1', 't2', 't3', 't4'),
    target,
    condition: fc.constantFrom(...conditions),
    level: fc.integer({ min: 1, max: 40 }),
    bandBp: fc.constantFrom(0, 1, 300, 5_000),
  })
  .map(({ level, ...rest }): EngineThreshold => {
    const value = { below: level, above: level, change: level * 50, low: 1 + (level % 4) };
    return { ...rest, value: value[rest.condition], version: 1, currency };
  });

const script = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: reading.map((made) => ({ do: 'read' as const, made })) },
      { weight: 4, arbitrary: threshold.map((made) => ({ do: 'create' as const, made })) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('t1', 't2').map((made) => ({ do: 'remove' as const, made })),
      },
    ),
    { minLength: 1, maxLength: 80 },
  )
  .map((steps) => {
    let now = 0;
    let version = 0;
    return steps.map((step): Step => {
      if (step.do === 'remove') return { do: 'remove', id: step.made };
      if (step.do === 'create') {
        version += 1;
        return { do: 'create', threshold: { ...step.made, version } };
      }
      const observedAt = now + step.made.after * hour;
      now = Math.max(now, observedAt);
      return { do: 'read', reading: { observedAt, kind: step.made.kind, ticks: step.made.ticks } };
    });
  });

/** What the database would hold: enough to rebuild the engine anywhere in a script. */
interface Stored {
  changes: Map<string, { at: number; floorCents: number | null }[]>;
  newestAt: Map<string, number>;
  thresholds: Map<string, { threshold: EngineThreshold; state: ThresholdState }>;
}

function rebuild(stored: Stored): Engine {
  const engine = createEngine();
  for (const item of catalogue) {
    engine.addCollectible(item);
    const changes = stored.changes.get(item.id) ?? [];
    const firstValueAt = changes.find(({ floorCents }) => floorCents !== null)?.at ?? null;
    engine.loadHistory(item.id, changes, {
      firstValueAt,
      newestAt: stored.newestAt.get(item.id) ?? null,
    });
  }
  for (const { threshold: rule, state } of stored.thresholds.values()) engine.restore(rule, state);
  return engine;
}

/** @param restartEvery rebuild the engine from what is stored after every so many steps; 0 = never */
function play(steps: readonly Step[], restartEvery: number): Firing[] {
  const stored: Stored = { changes: new Map(), newestAt: new Map(), thresholds: new Map() };
  let engine = rebuild(stored);
  let now = 0;
  const firings: Firing[] = [];
  const keep = (result: {
    firings: Firing[];
    changes: { thresholdId: string; state: ThresholdState }[];
  }) => {
    firings.push(...result.firings);
    for (const { thresholdId, state } of result.changes) {
      const entry = stored.thresholds.get(thresholdId);
      if (entry !== undefined) entry.state = state;
    }
  };
  for (const [index, step] of steps.entries()) {
    if (restartEvery > 0 && index % restartEvery === 0) engine = rebuild(stored);
    if (step.do === 'remove') {
      engine.remove(step.id);
      stored.thresholds.delete(step.id);
    } else if (step.do === 'create') {
      stored.thresholds.set(step.threshold.id, {
        threshold: step.threshold,
        state: initialThresholdState,
      });
      keep(engine.create(step.threshold, now));
    } else {
      const applied = engine.apply(step.reading);
      now = Math.max(now, step.reading.observedAt);
      for (const { id } of catalogue) {
        const seen = stored.newestAt.get(id);
        const isNamed = step.reading.ticks.some((t) => t.collectibleId === id);
        // A complete reading speaks of what it leaves out, once that has been seen at all.
        const isSpokenOf = isNamed || (step.reading.kind === 'complete' && seen !== undefined);
        if (isSpokenOf)
          stored.newestAt.set(id, Math.max(seen ?? -Infinity, step.reading.observedAt));
      }
      for (const { collectibleId, floorCents } of applied.floors) {
        const log = stored.changes.get(collectibleId) ?? [];
        log.push({ at: step.reading.observedAt, floorCents });
        stored.changes.set(collectibleId, log);
        stored.newestAt.set(collectibleId, step.reading.observedAt);
      }
      keep(applied);
    }
  }
  return firings;
}

const inOrder = (firings: readonly Firing[]) =>
  firings
    .map(
      (f) =>
        `${f.observedAt} ${f.thresholdId}/${f.version}/${f.episode} ${f.valueCents} ${f.already}`,
    )
    .sort();

describe('the engine', () => {
  it('fires exactly what a plain reading of the rules fires, for any script', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const reference = createReference(catalogue);
        let now = 0;
        for (const step of steps) {
          if (step.do === 'remove') reference.remove(step.id);
          else if (step.do === 'create') reference.create(step.threshold, now);
          else {
            reference.apply(step.reading);
            now = Math.max(now, step.reading.observedAt);
          }
        }
        expect(inOrder(play(steps, 0))).toEqual(inOrder(reference.firings));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is not changed by restarts, wherever they fall', () => {
    fc.assert(
      fc.property(script, fc.integer({ min: 1, max: 7 }), (steps, every) => {
        expect(inOrder(play(steps, every))).toEqual(inOrder(play(steps, 0)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('names the collectible that holds the value, and the value before', () => {
    const engine = createEngine();
    for (const item of catalogue) engine.addCollectible(item);
    const rule: EngineThreshold = {
      id: 't',
      version: 3,
      target: { kind: 'match', id: 'A', category: null },
      condition: 'below',
      value: 20,
      bandBp: 0,
      currency,
    };
    engine.apply({
      observedAt: 1,
      kind: 'changes',
      ticks: [{ collectibleId: 'a1', floorCents: 30 }],
    });
    engine.create(rule, 1);
    const ticks = [
      { collectibleId: 'usd', floorCents: 1 },
      { collectibleId: 'a2', floorCents: 20 },
    ];
    const { firings } = engine.apply({ observedAt: 2, kind: 'changes', ticks });
    expect(firings).toEqual([
      {
        thresholdId: 't',
        version: 3,
        episode: 1,
        observedAt: 2,
        valueCents: 20,
        previousCents: 30,
        collectibleId: 'a2',
        already: false,
      },
    ]);
  });
});
