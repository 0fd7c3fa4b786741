import { expect, it } from 'vitest';
import type { EngineThreshold } from '../engine/engine-types.ts';
import { ShardState, toRows } from './shard-state.ts';

const item = { id: 'c1', matchId: 'm1', category: 'Palco', currency: 'EUR' };
const threshold: EngineThreshold = {
  id: 7,
  version: 2,
  target: { kind: 'collectible', id: 'c1' },
  condition: 'below',
  value: 10_000,
  bandBp: 300,
  currency: 'EUR',
  owner: 'ana',
};

function fired(changes: Partial<EngineThreshold>, known: boolean) {
  const state = new ShardState();
  const price = { floorCents: null, firstValueAtMs: null, newestAtMs: null };
  if (known) state.addCollectible({ ...item, ...price, shard: 0, supplier: '' });
  else state.engine.addCollectible(item);
  state.engine.create({ ...threshold, ...changes }, 1);
  const ticks = [{ collectibleId: 'c1', floorCents: 9_000 }];
  return () => toRows(state, state.engine.apply({ observedAtMs: 2, ticks }));
}

it('adds owner, rule and match to a firing', () => {
  expect(fired({}, true)()).toMatchObject({
    alerts: [
      { uid: 'ana', thresholdKey: 7, version: 2, episode: 1, matchId: 'm1', valueCents: 9_000 },
    ],
    states: [{ key: 7, armed: false, episode: 1 }],
  });
});

it('throws rather than drop a firing: the worker stops, and reloads its shards', () => {
  expect(fired({ owner: undefined }, true)).toThrow(RangeError);
  expect(fired({}, false)).toThrow(RangeError);
});
