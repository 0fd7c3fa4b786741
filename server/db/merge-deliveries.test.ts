/** 0056 loses nothing of what waits, and the release before goes on through its views: goes with them at the next release. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { applyMigrations } from './apply-migrations.ts';

const states = ['pending', 'sending', 'sent', 'failed'];
const kinds = ['push', 'ntfy', 'telegram', 'discord', 'webhook'];
const causes = ['alert', 'confirmation', 'test', 'account', 'billing', 'summary'];
const id = (prefix: string) => `md5('${prefix}' || what || listed.state)::uuid`;

let database: TestDatabase;
let client: pg.Client;
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await client.query(sql, values)).rows;
/** As the release before asks. */
const mails = () => rowsOf('select * from outbox order by id');
const messages = () => rowsOf('select * from channel_deliveries order by id');

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await applyMigrations(client, { until: '0055_allow_further_channel_kinds' });
  await insertSamples(client, {
    users: [{ uid: 'ana' }],
    matches: [{ id: 'm1' }],
    collectibles: [{ id: 'c1' }],
    thresholds: [{ uid: 'ana', id: 'uno' }],
  });
  await client.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers, state, attempts, expired_claims, last_error, sent_at)
     select ${id('mail')}, 'ana', what, 'ana@correo.test', what, 'Texto', '<p>', '{"a":"b"}', state, 3, 1, '451',
            case state when 'sent' then now() end from unnest($1::text[]) what, unnest($2::text[]) as listed (state)`,
    [causes, states],
  );
  await client.query(
    `insert into channels (uid, kind, name, state, settings) select 'ana', kind, kind, 'activo', 'x' from unnest($1::text[]) as listed (kind)`,
    [kinds],
  );
  await client.query(
    `insert into channel_deliveries (id, channel_id, uid, kind, alerts, state, attempts, expired_claims, last_error, ended_at)
     select ${id('message')}, channels.id, 'ana', what, '[{"id":"1"}]', listed.state, 2, 1, 'no', case when listed.state in ('sent', 'failed') then now() end
       from unnest($1::text[]) what join channels on kind = what, unnest($2::text[]) as listed (state)`,
    [kinds, states],
  );
  await client.query(
    `insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
                         collectible_id, match_id, value_cents, currency, observed_at, already, outbox_id)
     select 'ana', key, 1, n, 'below', 1, 300, 'collectible', 'c1', 'c1', 'm1', 1, 'EUR', now(), false, mail
       from thresholds, unnest(array(select o.id from outbox o where kind = 'alert' order by o.id)) with ordinality as given (mail, n)`,
  );
  await client.query(
    'insert into alert_deliveries select a.id, d.id from alerts a, channel_deliveries d where a.episode = 1',
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('moves every mail and message as it is, links both to their alerts, and the release before reads what it wrote', async () => {
  const before = [await mails(), await messages()];
  const links = await rowsOf('select * from alert_deliveries order by 1, 2');
  await applyMigrations(client);
  expect([await mails(), await messages()]).toEqual(before);
  expect(before.map(({ length }) => length)).toEqual([24, 20]);
  expect(await rowsOf('select count(*)::integer as n from deliveries')).toEqual([{ n: 44 }]);
  const mailed = await rowsOf(
    'select id as alert_id, outbox_id as delivery_id from alerts order by id',
  );
  const merged = await rowsOf('select * from alert_deliveries order by 1, 2');
  expect(merged).toHaveLength(links.length + mailed.length);
  expect(merged).toEqual(expect.arrayContaining([...links, ...mailed]));
});

it('lets the release before write a mail, and link its alert', async () => {
  const mail = '00000000-0000-4000-8000-000000000001';
  const insert = `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers, created_at, next_attempt_at)
    values ($1, 'ana', 'alert', 'ana@correo.test', 'a', 't', 'h', '{}', now(), now()) on conflict (id) do nothing returning id`;
  expect(await rowsOf(insert, [mail])).toEqual([{ id: mail }]);
  expect(await rowsOf(insert, [mail])).toEqual([]);
  await client.query('update alerts set outbox_id = $1 where episode = 2', [mail]);
  expect(
    await rowsOf('select alert_id from alert_deliveries where delivery_id = $1', [mail]),
  ).toHaveLength(1);
  expect(await rowsOf('select kind, cause from deliveries where id = $1', [mail])).toEqual([
    { kind: 'mail', cause: 'alert' },
  ]);
});

it('lets the release before claim, put off and finish what waits, of both', async () => {
  for (const [table, columns] of [
    ['outbox', 'kind, subject'],
    ['channel_deliveries', 'kind, channel_id'],
  ]) {
    const claimed = await rowsOf(
      `with due as materialized (
         select d.id from ${table} d where state = 'pending' and next_attempt_at <= now()
          order by next_attempt_at limit 2 for update of d skip locked),
       claimed as (
         update ${table} d set state = 'sending', attempts = attempts + 1, next_attempt_at = now() + interval '30 seconds'
           from due where d.id = due.id returning d.*)
       select id, ${columns} from claimed`,
    );
    expect(claimed).toHaveLength(2);
    const [first, second] = claimed;
    await client.query(
      `update ${table} set state = 'pending', last_error = 'later' where id = $1`,
      [first.id],
    );
    await client.query(`update ${table} set state = 'sent' where id = $1`, [second.id]);
    expect(
      await rowsOf('select state from deliveries where id = any($1) order by state', [
        [first.id, second.id],
      ]),
    ).toEqual([{ state: 'pending' }, { state: 'sent' }]);
  }
});
