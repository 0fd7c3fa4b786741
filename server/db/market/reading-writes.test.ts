import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertMatch } from '#tests/support/insert-match.ts';
import { insertSales, updateCollectibles } from './reading-writes.ts';

const collectibles = 1_000;
const readings = 10;

test('an unchanged price is a heap-only update: no index grows with every reading', async () => {
  const { pool } = await openTestDatabase({ connections: 1 });
  await insertMatch(pool, 'm1');
  await pool.query(`
      insert into collectibles (id, match_id, name, category, currency)
        select 'c' || i, 'm1', 'n', '1', 'EUR' from generate_series(1, ${collectibles}) i`);
  const rows = Array.from({ length: collectibles }, (_, index) => ({
    id: `c${index + 1}`,
    floorCents: 1_000,
    listings: 3,
    lastSaleCents: null,
    asks: null,
    changed: false,
  }));
  const read = async (minute: number) =>
    updateCollectibles(pool, new Date(Date.UTC(2026, 2, 1, 0, minute)), rows);
  await read(0);
  const written = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows: found } = await pool.query<{ all: number; inPlace: number }>(
      `select n_tup_upd::integer as all, n_tup_hot_upd::integer as "inPlace"
           from pg_stat_user_tables where relname = 'collectibles'`,
    );
    return found[0] ?? { all: 0, inPlace: 0 };
  };
  const before = await written();
  for (let minute = 1; minute <= readings; minute += 1) await read(minute);
  const after = await written();
  expect(after.all - before.all).toBe(collectibles * readings);
  // With an index on an updated column none would be. Not all are: a page is pruned only when it is full and unread.
  expect(after.inPlace - before.inPlace).toBeGreaterThan(0.5 * collectibles * readings);
});

test('asks are those of the last tick, and a sale that comes twice is stored once', async () => {
  const { pool } = await openTestDatabase({ connections: 1 });
  await insertMatch(pool, 'm1');
  await pool.query(`
      insert into collectibles (id, match_id, name, category, currency)
        select 'c' || i, 'm1', 'n', '1', 'EUR' from generate_series(1, 3) i`);
  const row = (id: string, floorCents: number | null, asks: readonly number[] | null) => ({
    id,
    floorCents,
    listings: null,
    lastSaleCents: null,
    asks,
    changed: true,
  });
  await updateCollectibles(pool, new Date('2026-03-01T00:00:00Z'), [
    row('c1', 1_000, [1_000, 1_200]),
    row('c2', null, []),
    row('c3', 900, [900]),
  ]);
  await updateCollectibles(pool, new Date('2026-03-01T00:01:00Z'), [row('c3', 900, null)]);
  const { rows } = await pool.query('select asks from collectibles order by id');
  expect(rows).toEqual([{ asks: [1_000, 1_200] }, { asks: [] }, { asks: null }]);

  const soldAt = new Date('2026-03-01T00:00:00Z');
  const sale = { collectibleId: 'c1', id: 's1', soldAt, priceCents: 1_000 };
  await insertSales(pool, [sale, { ...sale, id: 's2' }]);
  await insertSales(pool, [sale]);
  const sales = await pool.query('select sale_id from sales order by 1');
  expect(sales.rows).toEqual([{ sale_id: 's1' }, { sale_id: 's2' }]);
});
