/** Previews of a long history: on as many days as their limit of price changes allows, and exact on those. */
import { beforeAll, expect, it } from 'vitest';
import { preview } from '#contract/monitoring.ts';
import { rollUpPrices } from '#server/db/market/price-rollups.ts';
import { countReachPage } from '#server/db/market/reach-counts.ts';
import { openTestApi } from './api.harness.ts';

const api = await openTestApi();
/** Between two changes of a collectible: 240 a day. */
const minutes = 6;
beforeAll(async () => {
  await api.pool.query(`
    select ensure_price_partitions(now() - interval '200 days', now());
    update sources set market_now = now();
    delete from price_changes;
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select c, now() - make_interval(mins => ${minutes} * i), 10000 + (i * 7919) % 5000
        from unnest(array['c1', 'c2']) c, generate_series(0, 20000) i;
    update collectibles set first_priced_at = now() - interval '83 days'`);
});

async function run(target: object, more: object, days: number) {
  const threshold = { target, currency: 'EUR', condition: 'below', value: 10_001, ...more };
  const { status, body } = await api.call({
    method: 'POST',
    url: '/api/monitoring/preview',
    as: { uid: 'previa' },
    payload: { threshold, days },
  });
  return { status, body };
}
const collectible = { kind: 'collectible', id: 'c1' };
const match = { kind: 'match', id: 'm1' };

it('covers fewer days than asked for, and says so', async () => {
  await run(collectible, {}, 1);
  await api.pool.query(
    `insert into plan_grants (uid, plan, granted_by) values ('previa', 'elite', 'admin')`,
  );
  const few = await run(collectible, {}, 30);
  expect(preview.parse(few.body)).toMatchObject({ days: 30 });
  // Two collectibles are 480 changes a day.
  const many = await run(match, {}, 80);
  expect(preview.parse(many.body).days).toBe(41);
  // Of the cheapest of several no chart is stored.
  expect(preview.parse(many.body).points?.length).toBeGreaterThan(200);
});

it('looks back as far as a “lowest in N days” needs, or rejects it', async () => {
  const low = { condition: 'low', value: 60 };
  expect(preview.parse((await run(collectible, low, 30)).body).days).toBe(23);
  expect(await run(match, low, 30)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  });
});

it('finds for a “lowest in N days” the same as with the whole history', async () => {
  const low = { condition: 'low', value: 10 };
  const { body } = await run(collectible, low, 20);
  const seen = preview.parse(body);
  expect(seen.days).toBe(20);
  expect(seen.firings).toBeGreaterThan(0);
  await api.pool.query(`delete from price_changes where observed_at < now() - interval '31 days'`);
  expect((await run(collectible, low, 20)).body).toEqual(body);
});

it('counts the age of a “lowest in N days” from the first price ever, also when nothing was on offer at the beginning', async () => {
  await api.pool.query(`
    delete from price_changes;
    insert into price_changes (collectible_id, observed_at, floor_cents) values
      ('c1', now() - interval '83 days', 18000), ('c1', now() - interval '40 days', null),
      ('c1', now() - interval '8 days', 20000), ('c1', now() - interval '2 days', 15000)`);
  const low = { condition: 'low', value: 10 };
  const { last, toBeatCents } = preview.parse((await run(collectible, low, 20)).body);
  expect(toBeatCents).toBe(15_000);
  expect(last.map(({ valueCents }) => valueCents)).toContain(15_000);
});

it('says how many lines like it were reached, once the days are counted, until kick-off', async () => {
  await api.pool.query(`
    delete from price_changes;
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select c.id, now() - make_interval(hours => 8 * i), 20000 + (i * 7919 + length(c.id)) % 3000
        from collectibles c, generate_series(0, 240) i;
    update collectibles set first_priced_at = now() - interval '80 days', floor_cents = 21000;
    insert into shards (source, shard, market_now) select name, 0, now() from sources;
    update matches set kickoff_at = now() + interval '3 days'`);
  const line = { value: 20_500 };
  const { reach: none } = preview.parse((await run(collectible, line, 30)).body);
  expect(none).toEqual([]);
  while (await rollUpPrices(api.pool));
  while (await countReachPage(api.pool));
  const { reach } = preview.parse((await run(collectible, line, 30)).body);
  expect(reach).toMatchObject([
    { days: 1, untilKickoff: false, cases: expect.any(Number) },
    { days: expect.closeTo(3, 1), untilKickoff: true },
  ]);
  const ofNone = [
    await run(collectible, { value: 22_000 }, 30),
    await run(match, line, 30),
    await run(collectible, { condition: 'change', value: 500 }, 30),
  ];
  expect(ofNone.map(({ body }) => preview.parse(body).reach)).toEqual([null, null, null]);
});
