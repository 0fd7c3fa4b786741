/** An export is complete whatever its size: nothing is lost or repeated where pages meet. */
import { beforeAll, expect, it } from 'vitest';
import { collect } from '#tests/support/collect.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { iterateUserRows } from './user-export.ts';

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

const read = async (table: 'thresholds' | 'alerts' | 'deliveries') =>
  (await collect(iterateUserRows(pool, 'u')[table])).flat();

it.each([
  ['thresholds', 'value', 1_001],
  ['alerts', 'episode', 2_001],
  ['deliveries', 'subject', 201],
] as const)('%s', async (table, column, count) => {
  const numbers = (await read(table)).map((row) => Number(row[column]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(count));
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
  const delivery = (await read('deliveries')).find(({ kind }) => kind === 'ntfy');
  expect(delivery?.alertIds).toEqual(rows.map(({ id }) => id));
});
