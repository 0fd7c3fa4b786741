import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { insertSales, storePrices } from './reading-writes.ts';

test('asks are those of the last tick, and a sale that comes twice is stored once', async () => {
  const { pool } = await openTestDatabase({ connections: 1 });
  await insertSamples(pool, { matches: [{ id: 'm1' }] });
  await pool.query(`
      insert into collectibles (id, match_id, name, category, currency)
        select 'c' || i, 'm1', 'n', '1', 'EUR' from generate_series(1, 3) i`);
  const row = (id: string, floorCents: number | null, asks: readonly number[] | null) => ({
    id,
    floorCents,
    listings: null,
    lastSaleCents: null,
    asks,
    changed: false,
  });
  await storePrices(pool, new Date('2026-03-01T00:00:00Z'), [
    row('c1', 1_000, [1_000, 1_200]),
    row('c2', null, []),
    row('c3', 900, [900]),
  ]);
  await storePrices(pool, new Date('2026-03-01T00:01:00Z'), [row('c3', 900, null)]);
  const { rows } = await pool.query('select asks from collectibles order by id');
  expect(rows).toEqual([{ asks: [1_000, 1_200] }, { asks: [] }, { asks: null }]);

  const soldAt = new Date('2026-03-01T00:00:00Z');
  const sale = { collectibleId: 'c1', id: 's1', soldAt, priceCents: 1_000 };
  await insertSales(pool, [sale, { ...sale, id: 's2' }]);
  await insertSales(pool, [sale]);
  const sales = await pool.query('select sale_id from sales order by 1');
  expect(sales.rows).toEqual([{ sale_id: 's1' }, { sale_id: 's2' }]);
});
