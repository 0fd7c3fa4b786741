/** An export is complete whatever its size: nothing is lost or repeated where pages meet. */
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { collect } from '#tests/support/collect.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import {
  iterateAlerts,
  iterateDeliveries,
  iterateMails,
  iterateThresholds,
} from './user-export-pages.ts';

const { pool } = await openTestDatabase();
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{ id: 'm' }],
    collectibles: [{ id: 'c', match_id: 'm' }],
    users: [{ uid: 'u' }],
    thresholds: upTo(1001).map((value) => ({
      uid: 'u',
      match_id: 'm',
      target_id: 'c',
      value,
    })),
  });
  await pool.query(`
    insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
                        collectible_id, match_id, value_cents, currency, observed_at, already)
      select 'u', (select min(key) from thresholds), 1, n, 'below', n, 300, 'collectible', 'c', 'c', 'm', n, 'EUR', now(), false
        from generate_series(1, 2001) n;
    insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html)
      select gen_random_uuid(), 'u', 'alert', 'a', n::text, 'text', 'html' from generate_series(1, 201) n`);
});

const pages = async <Item>(iterate: (db: pg.Pool, uid: string) => AsyncIterable<readonly Item[]>) =>
  (await collect(iterate(pool, 'u'))).flat();

it.each<[string, () => Promise<number[]>, number]>([
  ['thresholds', async () => (await pages(iterateThresholds)).map(({ value }) => value), 1_001],
  ['alerts', async () => (await pages(iterateAlerts)).map(({ episode }) => episode), 2_001],
  ['mails', async () => (await pages(iterateMails)).map(({ subject }) => Number(subject)), 201],
])('%s', async (_what, numbers, count) => {
  expect((await numbers()).toSorted((a, b) => a - b)).toEqual(upTo(count));
});

it('deliveries, which name their alerts by number', async () => {
  await pool.query(`
    with channel as (
      insert into channels (uid, kind, name, state, settings) values ('u', 'ntfy', 'N', 'active', '') returning id),
    delivery as (
      insert into deliveries (id, channel_id, uid, kind, alerts)
      select gen_random_uuid(), id, 'u', 'ntfy', '[]' from channel returning id)
    insert into alert_deliveries (alert_id, delivery_id)
    select alerts.id, delivery.id from alerts, delivery where episode <= 2`);
  const { rows } = await pool.query<{ id: number }>(
    'select id from alerts where episode <= 2 order by id',
  );
  const [delivery] = await pages(iterateDeliveries);
  expect(delivery?.alertIds).toEqual(rows.map(({ id }) => id));
});
