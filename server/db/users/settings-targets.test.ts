/** Which collectibles make a threshold's value, and so what is said of it before it is saved. */
import { beforeAll, expect, it } from 'vitest';
import type { Target } from '#domain/threshold.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { listTargetCollectibles } from './settings-targets.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, { matches: [{ id: 'm1' }] });
  await pool.query(`
    insert into matches (id, source, number, event, name, city, currency)
      values ('m2', 'test', 2, 'Torneo', 'Brasil – Chile', 'Sevilla', 'EUR');
    insert into collectibles (id, match_id, name, category, currency, floor_cents) values
      ('c1', 'm1', 'A', 'cat-1', 'EUR', 9000), ('c2', 'm1', 'B', 'cat-2', 'EUR', 8000),
      ('c3', 'm1', 'C', 'cat-1', 'USD', 7000), ('c4', 'm2', 'D', 'cat-1', 'EUR', null)`);
});

it.each<[string, Target, string, string[]]>([
  ['one collectible', { kind: 'collectible', id: 'c1' }, 'EUR', ['c1']],
  ['one in another currency', { kind: 'collectible', id: 'c1' }, 'USD', []],
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
