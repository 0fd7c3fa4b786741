/** What stands out in the whole market, from a real database. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { loadDiscovery } from './discovery.ts';
import { MarketCache } from './market-cache.ts';

const now = new Date('2026-03-15T10:30:00Z');
const at = new Date('2026-03-15T10:31:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Of a match, floors by hours ago; the last one is in force now. */
const market: Record<
  string,
  [match: string, ...floors: [hoursAgo: number, cents: number | null][]]
> = {
  halved: ['next', [200, 1_000], [2, 500]],
  fell: ['next', [200, 1_000], [2, 900]],
  rose: ['next', [200, 1_000], [2, 1_100]],
  calm: ['later', [200, 1_000]],
  'at-low': ['later', [700, 1_500], [200, 1_000], [100, 1_300], [30, 1_010]],
  'sold-out': ['later', [200, 1_000], [2, null]],
  'new-later': ['later', [3, 800]],
  'new-next': ['next', [200, 900], [100, null], [3, 800]],
  'of-started': ['started', [200, 1_000], [2, 100]],
};

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    sources: [{ market_now: now }],
    matches: [
      { id: 'later', kickoff_at: '2026-04-02Z' },
      { id: 'next', kickoff_at: '2026-04-01Z' },
      { id: 'started', kickoff_at: '2026-03-15T10:00Z' },
    ],
    // A category of its own: the cheapest of a category is what its low is compared with.
    collectibles: Object.entries(market).map(([id, [match_id, ...floors]]) => ({
      id,
      match_id,
      category: id,
      floor_cents: floors.at(-1)?.[1],
    })),
  });
  await pool.query('select ensure_price_partitions($1, $2)', [hoursAgo(1_000), now]);
  for (const [id, [, ...floors]] of Object.entries(market))
    for (const [hours, floor] of floors)
      await pool.query('insert into price_changes values ($1, $2, $3, false)', [
        id,
        hoursAgo(hours),
        floor,
      ]);
  await pool.query(
    `insert into daily_floors
     select '2026-03-10Z', match_id, category, currency, 1000 from collectibles where id in ('at-low', 'calm', 'rose')`,
  );
});

it('finds falls, lows and what is newly on sale, without matches that have started', async () => {
  const view = await new MarketCache(pool).view();
  const { falls, nearLows, newlyListed } = await loadDiscovery(pool, view, at);
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  expect(idsOf(falls)).toEqual(['halved', 'fell']);
  expect(falls.map(({ change24hBp }) => change24hBp)).toEqual([-5_000, -1_000]);
  // `calm` has not moved, `rose` is a tenth above.
  expect(idsOf(nearLows)).toEqual(['at-low']);
  expect(nearLows).toMatchObject([{ floorCents: 1_010, low30dCents: 1_000, high30dCents: 1_500 }]);
  // The next match first.
  expect(idsOf(newlyListed)).toEqual(['new-next', 'new-later']);
});
