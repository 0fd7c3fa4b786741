/** Which collectibles make a threshold's value, and so what is said of it before it is saved. */
import { beforeAll, expect, it } from 'vitest';
import type { Target } from '#domain/threshold.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { listTargetCollectibles } from './settings-targets.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{}, {}],
    collectibles: [
      { category: 'cat-1', floor_cents: 9_000 },
      { category: 'cat-2', floor_cents: 8_000 },
      { category: 'cat-1', floor_cents: 7_000, currency: 'USD' },
      { category: 'cat-1', match_id: 'm2' },
    ],
  });
});

it.each<[string, Target, string, string[]]>([
  ['one collectible', { kind: 'collectible', id: 'c1' }, 'EUR', ['c1']],
  ['a match', { kind: 'match', id: 'm1', category: null }, 'EUR', ['c1', 'c2']],
  ['a match in another currency', { kind: 'match', id: 'm1', category: null }, 'USD', ['c3']],
  ['a category of a match', { kind: 'match', id: 'm1', category: 'cat-1' }, 'EUR', ['c1']],
  ['one without a price', { kind: 'collectible', id: 'c4' }, 'EUR', ['c4']],
])(
  '%s has the price of its own collectibles, and of no other',
  async (_, target, currency, ids) => {
    const found = await listTargetCollectibles(pool, target, currency);
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids);
  },
);
