/** `npm run admin`: plans, failed mails that go back into their queue, and the queues. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { cancelDeliveries } from '../db/deliveries/deliveries.ts';
import { insertFailedMail } from '../db/deliveries/mails.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { runAdmin } from './admin-cli.ts';

const { pool, url } = await openTestDatabase();
const run = (...args: string[]) => runAdmin(args, { DATABASE_URL: url });

beforeEach(async () => {
  await pool.query('delete from users; delete from erasure_jobs; delete from billing_jobs');
  await insertSamples(pool, { users: [{ uid: 'ana' }, { uid: 'eva' }] });
});

async function failed(uid: string, error = '550 no such user'): Promise<string> {
  const to = `${uid}@example.test`;
  const mail = { uid, cause: 'alert' as const, to, subject: 'Asunto', text: 'Texto', html: '' };
  const id = await enqueueMail(pool, { ...mail, headers: {} });
  await pool.query(
    `update deliveries set state = 'failed', attempts = 400, expired_claims = 3, last_error = $2 where id = $1`,
    [id, error],
  );
  return id;
}

const pending = async () =>
  (
    await pool.query<{ id: string }>(
      `select id from deliveries
        where state = 'pending' and attempts = 0 and expired_claims = 0 and next_attempt_at <= now()`,
    )
  ).rows.map(({ id }) => id);

it('grants a plan, and enqueues the update of the profile document', async () => {
  expect(await run('plan', 'Ana@example.test', 'elite')).toEqual({
    exitCode: 0,
    message: 'Ana@example.test tiene ahora el plan elite.',
  });
  const { rows } = await pool.query(
    'select uid, plan, granted_by from plan_grants join projection_jobs using (uid)',
  );
  expect(rows).toEqual([{ uid: 'ana', plan: 'elite', granted_by: 'admin' }]);
  expect(await run('plan', 'nadie@example.test', 'elite')).toMatchObject({ exitCode: 3 });
  expect(await run('plan', 'ana@example.test', 'oro')).toMatchObject({ exitCode: 2 });
  expect(await run()).toMatchObject({ exitCode: 2 });
});

it('puts every failed mail back, and says how many', async () => {
  const ids = [await failed('ana'), await failed('ana'), await failed('eva')];
  expect(await run('deliveries', 'retry')).toEqual({
    exitCode: 0,
    message: '3 envíos vuelven a la cola de salida.',
  });
  expect((await pending()).sort()).toEqual(ids.sort());
  expect((await run('deliveries', 'retry')).message).toContain('0 envíos');
});

it('leaves alerts that could not be rendered, cancelled mails, and mails of closed and suspended accounts', async () => {
  await insertFailedMail(pool, { id: randomUUID(), uid: 'ana', to: 'a@b.c', error: 'RangeError' });
  await failed('ana');
  await pool.query(`update deliveries set state = 'pending' where body_text <> ''`);
  await cancelDeliveries(pool, 'ana');
  await failed('eva');
  await pool.query(`update users set closed_at = now() where uid = 'eva'`);
  expect((await run('deliveries', 'retry')).message).toContain('0 envíos');
  await pool.query(`update users set closed_at = null, estado = 'suspendido' where uid = 'eva'`);
  expect((await run('deliveries', 'retry')).message).toContain('0 envíos');
});

it('has the exit codes of the other commands', async () => {
  expect(await run('deliveries', 'retry', 'nadie@example.test')).toEqual({
    exitCode: 3,
    message: 'Ninguna cuenta abierta tiene el correo nadie@example.test.',
  });
  for (const args of [['mail'], ['deliveries', 'list'], ['deliveries', 'retry', 'a@b.c', 'más']])
    expect(await run(...args)).toMatchObject({ exitCode: 2 });
  expect(
    await runAdmin(['deliveries', 'retry'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
  ).toMatchObject({ exitCode: 1 });
  expect(await run('readmit', 'nadie@example.test')).toMatchObject({ exitCode: 3 });
});

it('lists the dead letters of the job queues, and makes them due again', async () => {
  expect(await run('jobs', 'dead')).toEqual({ exitCode: 0, message: 'No hay trabajos apartados.' });
  await pool.query(`
    insert into projection_jobs (uid, attempts) values ('eva', 3);
    insert into projection_jobs (uid, attempts, dead_at, last_error) values ('ana', 450, '2026-11-20Z', 'fetch failed');
    insert into erasure_jobs (uid_digest, uid, attempts, dead_at, last_error) values ('d', 'leo', 450, '2026-11-21Z', '403');
    insert into billing_jobs (kind, target, attempts, dead_at, last_error)
      values ('delete_customer', 'cus_1', 100, '2026-11-22Z', 'StripeAuthenticationError 401')`);
  expect((await run('jobs', 'dead')).message.split('\n')).toEqual([
    'projections · ana · 450 intentos, hasta 2026-11-20T00:00:00.000Z · fetch failed',
    'erasures · leo · 450 intentos, hasta 2026-11-21T00:00:00.000Z · 403',
    'billing · delete_customer cus_1 · 100 intentos, hasta 2026-11-22T00:00:00.000Z · StripeAuthenticationError 401',
  ]);
  expect(await run('jobs', 'retry', 'billing')).toEqual({
    exitCode: 0,
    message: '1 trabajo apartado vuelve a su cola.',
  });
  expect((await run('jobs', 'dead')).message.split('\n')).toHaveLength(2);
  expect((await run('jobs', 'retry')).message).toBe('2 trabajos apartados vuelven a su cola.');
  expect((await run('jobs', 'dead')).message).toBe('No hay trabajos apartados.');
  const { rows } = await pool.query(
    'select uid from projection_jobs where due_at <= now() and dead_at is null order by uid',
  );
  expect(rows).toEqual([{ uid: 'ana' }, { uid: 'eva' }]);
  for (const args of [
    ['jobs'],
    ['jobs', 'dead', 'x'],
    ['jobs', 'retry', 'mails'],
    ['jobs', 'list'],
  ])
    expect((await run(...args)).message).toMatch(/^Uso: /);
});

it('splits the shards of the market, never back', async () => {
  await pool.query(`
    insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR');
    insert into shards (source, shard, last_reading_id) select 'test', n, n from generate_series(0, 63) n;
    insert into matches (id, source, number, event, name, city, currency)
      select 'm' || n, 'test', n, 'E', 'M', 'C', 'EUR' from generate_series(1, 300) n`);
  for (const count of ['0', '32', '96', '512', '6400'])
    expect(await run('shards', count)).toEqual({
      exitCode: 2,
      message: 'De 64 fragmentos se puede pasar al doble o al cuádruple, hasta 256; nunca a menos.',
    });
  for (const args of [['shards'], ['shards', '-128'], ['shards', 'mil'], ['shards', '128', 'x']])
    expect((await run(...args)).message).toMatch(/^Uso: /);
  expect(await run('shards', '64')).toMatchObject({ exitCode: 0 });
  const before = await pool.query<{ id: string; shard: number }>('select id, shard from matches');
  expect(await run('shards', '256')).toEqual({
    exitCode: 0,
    message:
      'El mercado se reparte ahora en 256 fragmentos. Los procesos los toman de nuevo en unos segundos.',
  });
  const { rows } = await pool.query<{ shard: number; position: number }>(
    'select shard, last_reading_id as position from shards order by shard',
  );
  expect(rows).toEqual(
    Array.from({ length: 256 }, (_, shard) => ({ shard, position: shard % 64 })),
  );
  const after = await pool.query<{ id: string; shard: number }>('select id, shard from matches');
  const shardOf = new Map(after.rows.map(({ id, shard }) => [id, shard]));
  for (const { id, shard } of before.rows) expect((shardOf.get(id) ?? -1) % 64).toBe(shard);
  expect(Math.max(...shardOf.values())).toBeGreaterThan(63);
});

it('draws the keys of push without a database', async () => {
  const { exitCode, message } = await runAdmin(['vapid'], {});
  expect(exitCode).toBe(0);
  expect(message).toMatch(/^VAPID_PUBLIC_KEY=[\w-]{87}\nVAPID_PRIVATE_KEY=[\w-]{43}$/);
  expect((await runAdmin(['vapid'], {})).message).not.toBe(message);
});

it('does the same with deliveries to channels of the last day', async () => {
  await pool.query(`
    insert into channels (id, uid, kind, name, state, settings)
      select gen_random_uuid(), uid, 'webhook', uid, 'active', '' from users;
    insert into deliveries (id, channel_id, uid, kind, alerts, state, attempts, expired_claims, last_error, created_at, ended_at)
      select gen_random_uuid(), id, uid, kind, '[]', 'failed', 3, 3, error, now() - make_interval(hours => hours), now()
        from channels, (values ('died', 1), ('account closed', 1), ('died', 25)) as f (error, hours)`);
  const states = async () =>
    (
      await pool.query(
        `select uid from deliveries
          where state = 'pending' and attempts = 0 and expired_claims = 0 and ended_at is null order by 1`,
      )
    ).rows.map(({ uid }) => uid);
  expect(await run('deliveries', 'retry', 'eva@example.test')).toEqual({
    exitCode: 0,
    message: 'eva@example.test: 1 envío vuelve a la cola de salida.',
  });
  expect(await states()).toEqual(['eva']);
  expect((await run('deliveries', 'retry')).message).toBe('1 envío vuelve a la cola de salida.');
  expect(await states()).toEqual(['ana', 'eva']);
  expect((await run('channels', 'stop')).exitCode).toBe(2);
});
