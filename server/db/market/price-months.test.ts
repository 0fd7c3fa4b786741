import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { createPool } from '../pool.ts';
import { inTransaction } from '../transaction.ts';
import { insertPriceChanges } from './reading-writes.ts';
import { appendReadings } from './readings.ts';

const { pool, url } = await openTestDatabase();
beforeAll(() =>
  insertSamples(pool, { matches: [{ id: 'm1' }], collectibles: [{ id: 'c1' }, { id: 'c2' }] }),
);
afterEach(() => pool.query('delete from price_changes'));

const months = async () =>
  (
    await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'price_changes'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name);

const acknowledge = (...instants: string[]) => acknowledgeBy(pool, ...instants);
const acknowledgeBy = (by: pg.Pool, ...instants: string[]) =>
  inTransaction(by, (client) =>
    appendReadings(
      client,
      'test',
      instants.map((observedAt) => ({
        observedAt: new Date(observedAt),
        kind: 'changes' as const,
        ticks: [],
        arrivedAt: new Date(),
      })),
      1,
    ),
  );

const change = (observedAt: string, floorCents: number | null = 1_000, late = false) => ({
  collectibleId: 'c1',
  observedAt: new Date(observedAt),
  floorCents,
  late,
});

describe('the months of the price history', () => {
  it.each([
    '0000-12-31T23:59:59Z',
    '0001-12-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59Z',
  ])('an acknowledged reading of %s has its month', async (at) => {
    await acknowledge(at, '0001-12-31T00:00:00Z');
    expect(await insertPriceChanges(pool, [change(at)])).toBe(0);
    expect(await insertPriceChanges(pool, [change(at, 2_000, true)])).toBe(1);
    const { rows } = await pool.query('select floor_cents, late from price_changes');
    expect(rows).toEqual([{ floor_cents: 1_000, late: false }]);
  });

  it('end where the next begins, in UTC, and the next one is created ahead of time', async () => {
    const database = new URL(url).pathname.slice(1);
    await pool.query(`alter database ${database} set timezone = 'Asia/Tokyo'`);
    // Of new connections.
    const tokyo = createPool(url);
    onTestFinished(async () => {
      await tokyo.end();
      await pool.query(`alter database ${database} reset timezone`);
    });
    await acknowledgeBy(tokyo, '2031-12-31T23:59:59.999Z');
    const late = ['price_changes_2031_12', 'price_changes_2032_01'];
    expect((await months()).filter((name) => /_203[12]_/.test(name))).toEqual(late);
    await insertPriceChanges(tokyo, [
      change('2031-12-31T23:59:59.999Z'),
      change('2032-01-01T00:00:00Z'),
    ]);
    const { rows } = await tokyo.query(
      `select tableoid::regclass::text as name from price_changes order by observed_at`,
    );
    expect(rows.map(({ name }) => name)).toEqual(late);
  });
});
