/** The delivery worker on a real database and real HTTP: who gets what, in which order, and whom a bad receiver holds back. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pushMessage, webhookMessage } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import { type ChannelReceiver, startChannelReceiver } from '#tests/support/channel-receiver.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertMatch } from '#tests/support/insert-match.ts';
import { openPush } from '#tests/support/open-push.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { runDueChecks } from '../alerts/check-worker.ts';
import { listAlerts } from '../db/alerts/alerts.ts';
import {
  claimDeliveries,
  failDelivery,
  maxExpiredClaims,
} from '../db/alerts/channel-deliveries.ts';
import {
  deleteChannel,
  insertChannel,
  pauseChannel,
  renewChannelSettings,
  resumeChannel,
} from '../db/alerts/channels.ts';
import { requeueFailedDeliveries } from '../db/alerts/requeue-deliveries.ts';
import { upsertPendingChecks } from '../db/market/reading-writes.ts';
import { createPool } from '../db/pool.ts';
import { setThresholdChannels } from '../db/users/threshold-channels.ts';
import { createMetrics } from '../metrics.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { sealSettings } from './secret-box.ts';

const log = pino({ level: 'silent' });
const secreto = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let receiver: ChannelReceiver;
let config: ReturnType<typeof configOf>;
let workers: { close(): Promise<void> }[] = [];

const configOf = (origin: string) => ({
  appOrigin: 'https://vigia.example',
  linkSecrets: ['s'.repeat(32)] as const,
  databaseSessionUrl: database.url,
  channels: testChannels(origin),
});

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  receiver = await startChannelReceiver();
  config = configOf(receiver.origin);
  await insertMatch(pool, 'm1');
  await pool.query(`
    insert into collectibles (id, match_id, name, category, currency, floor_cents, listings)
      values ('c1', 'm1', 'Categoría 2', 'Categoría 2', 'EUR', 17500, 46)`);
  await addUser('ana');
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  workers = [];
  await receiver.close();
  await pool.end();
  await database.drop();
});

async function addUser(uid: string): Promise<void> {
  await pool.query(
    `insert into users (uid, email, username, email_confirmed_at) values ($1, $1 || '@example.test', $1, now())`,
    [uid],
  );
  await pool.query(`insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'test')`, [
    uid,
  ]);
  await pool.query(
    `insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
     values ($1, 'uno', 'collectible', 'c1', 'm1', 'below', 18000, 'EUR', 300)`,
    [uid],
  );
}

/** Fires the user's threshold, and runs its check. */
async function fire(uid = 'ana', currency = 'EUR'): Promise<void> {
  await pool.query(
    `insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind,
       target_id, collectible_id, match_id, value_cents, previous_cents, currency, observed_at, already)
     select uid, key, version, (select count(*) + 1 from alerts a where a.threshold_key = key), condition, value,
       rearm_band_bp, target_kind, target_id, target_id, match_id, 17200, 18500, $2, '2026-11-21T17:40:00Z', false
       from thresholds where uid = $1`,
    [uid, currency],
  );
  await upsertPendingChecks(pool, [{ uid, dueAt: new Date(0) }]);
  await check();
}

const check = () =>
  runDueChecks({
    pool,
    log,
    config: { appOrigin: config.appOrigin, linkSecrets: config.linkSecrets },
    metrics: createMetrics(),
  });

async function addChannel(kind: ChannelKind, settings: object, uid = 'ana'): Promise<string> {
  const id = randomUUID();
  const sealed = sealSettings(settings, id, config.channels.secrets);
  await insertChannel(pool, uid, { id, kind, name: kind, settings: sealed, linkCode: null });
  return id;
}

const addWebhook = (path = '/hook', uid = 'ana') =>
  addChannel('webhook', { url: `${receiver.origin}${path}`, secreto }, uid);

const pushSettings = (path = '/push/1') => ({
  endpoint: `${receiver.origin}${path}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
});

const start = (
  timings: { retryScale?: number; leaseSeconds?: number; slotMs?: number } = {},
  metrics = createMetrics(),
) => {
  const worker = startDeliveryWorker({ pool, config, log, metrics, timings });
  workers.push(worker);
  return worker;
};

interface DeliveryRow {
  id: string;
  state: string;
  attempts: number;
  last_error: string | null;
  wait: number;
}
const deliveries = async () =>
  (
    await pool.query<DeliveryRow>(
      `select *, extract(epoch from next_attempt_at - now())::float8 as wait
         from channel_deliveries order by created_at, id`,
    )
  ).rows;
const states = async () => (await deliveries()).map(({ state }) => state);
const channel = async (id: string) =>
  (
    await pool.query(
      'select state, stop_reason, failures, rejections, last_delivery_at from channels where id = $1',
      [id],
    )
  ).rows[0];
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body.toString('utf8')));
const idsAt = (path: string) =>
  receiver.received
    .filter((post) => post.path === path)
    .map(({ headers }) => headers['webhook-id']);

describe('what each kind of channel gets', () => {
  it('a webhook: the alerts as JSON, signed, under a stable id', async () => {
    await addWebhook();
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    const [post, ...others] = receiver.received;
    expect(others).toEqual([]);
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(post?.headers[name]),
      ]),
    );
    const body = post?.body.toString('utf8') ?? '';
    const message = webhookMessage.parse(new Webhook(secreto).verify(body, headers));
    expect(message).toMatchObject({
      id: headers['webhook-id'],
      tipo: 'alertas',
      alertas: [
        {
          thresholdId: 'uno',
          episode: 1,
          valueCents: 17200,
          previousCents: 18500,
          matchName: 'España – Uruguay',
          url: 'https://vigia.example/dashboard/partidos/m1?c=c1',
        },
      ],
    });
    expect((await deliveries())[0]?.id).toBe(message.id);
    expect(() => new Webhook(secreto).verify(`${body} `, headers)).toThrow();
  });

  it('ntfy: title, priority and link, under its token', async () => {
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios', token: 'tk_1' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer tk_1');
    expect(bodies()).toEqual([
      {
        topic: 'precios',
        title: 'España – Uruguay: 172,00\u00a0€',
        message: 'Categoría 2 ha bajado de tu umbral de 180\u00a0€.',
        priority: 4,
        click: 'https://vigia.example/dashboard/partidos/m1?c=c1',
        sequence_id: (await deliveries())[0]?.id,
      },
    ]);
  });

  it('Discord: one embed that mentions nobody; Telegram: one message with a button', async () => {
    await pool.query(`update collectibles set name = '<b>@everyone & co</b>'`);
    await addChannel('discord', { url: `${receiver.origin}/api/webhooks/1/t` });
    await addChannel('telegram', { chatId: '77' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    const posts = Object.fromEntries(
      receiver.received.map(({ path, body }) => [path, JSON.parse(body.toString('utf8'))]),
    );
    expect(posts['/api/webhooks/1/t']).toMatchObject({
      embeds: [
        { title: 'España – Uruguay: 172,00\u00a0€', url: expect.stringContaining('/m1?c=c1') },
      ],
      allowed_mentions: { parse: [] },
    });
    const telegram = posts[`/bot${config.channels.telegram.token}/sendMessage`];
    expect(telegram).toMatchObject({
      chat_id: '77',
      parse_mode: 'HTML',
      reply_markup: { inline_keyboard: [[{ url: expect.stringContaining('/m1?c=c1') }]] },
    });
    expect(telegram.text).toContain('&#60;b&#62;@everyone &#38; co&#60;/b&#62; ha bajado');
  });

  it('push: a payload that only the browser’s keys open, signed by our key', async () => {
    const browser = createECDH('prime256v1');
    const p256dh = browser.generateKeys('base64url');
    const auth = randomBytes(16);
    await addChannel('push', {
      endpoint: `${receiver.origin}/push/1`,
      keys: { p256dh, auth: auth.toString('base64url') },
    });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    const [post] = receiver.received;
    expect(post?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(post?.headers.authorization).toContain(`k=${config.channels.vapid.publicKey}`);
    const payload = JSON.parse(openPush(post?.body ?? Buffer.alloc(0), browser, auth));
    expect(payload).toMatchObject({
      id: (await deliveries())[0]?.id,
      titulo: 'España – Uruguay: 172,00\u00a0€',
      url: 'https://vigia.example/dashboard/partidos/m1?c=c1',
    });
    expect(payload.silenciar).toContain('/api/alerts/actions?token=');
  });
});

describe('the marketplace’s page of the collectible', () => {
  const url = 'https://mercado.example/articulo/c1_(especial)';
  const store = (page: string) =>
    pool.query('insert into market_pages (collectible_id, url) values ($1, $2)', ['c1', page]);
  const label = 'Ver en el mercado';

  it('is in the webhook, and a link of each of the others', async () => {
    await store(url);
    await addWebhook();
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios' });
    await addChannel('discord', { url: `${receiver.origin}/api/webhooks/1/t` });
    await addChannel('telegram', { chatId: '77' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']));
    const posts = Object.fromEntries(
      receiver.received.map(({ path, body }) => [path, JSON.parse(body.toString('utf8'))]),
    );
    expect(posts['/hook'].alertas[0]).toMatchObject({ collectibleUrl: url });
    expect(posts['/'].actions).toEqual([{ action: 'view', label, url }]);
    expect(posts['/api/webhooks/1/t'].embeds[0].fields).toEqual([
      {
        name: 'Mercado',
        value: '[Ver en el mercado](https://mercado.example/articulo/c1_%28especial%29)',
      },
    ]);
    const telegram = posts[`/bot${config.channels.telegram.token}/sendMessage`];
    expect(telegram.reply_markup.inline_keyboard[1]).toEqual([{ text: label, url }]);
  });

  it('is in a push message that stays within its limit', async () => {
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16) };
    await addChannel('push', {
      endpoint: `${receiver.origin}/push/1`,
      keys: { p256dh: keys.p256dh, auth: keys.auth.toString('base64url') },
    });
    await store(url);
    await fire();
    await pool.query(`update market_pages set url = url || repeat('x', 1900)`);
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    const payloads = receiver.received.map(({ body }) => openPush(body, browser, keys.auth));
    expect(payloads.map((payload) => pushMessage.parse(JSON.parse(payload)).mercado)).toEqual([
      url,
      undefined,
    ]);
  });
});

describe('at a check', () => {
  it('every active channel gets one delivery, also of a user without mail', async () => {
    await pool.query(`update users set correo = 'baja', email_confirmed_at = null`);
    await addWebhook('/a');
    await addWebhook('/b');
    await pauseChannel(pool, 'ana', await addWebhook('/paused'));
    await fire();
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']));
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/a', '/a', '/b', '/b']);
    const mailed = await pool.query('select from outbox');
    expect(mailed.rowCount).toBe(0);
    // Mail comes back: it carries them, and no channel gets them twice.
    await pool.query(`update users set correo = 'activo', email_confirmed_at = now()`);
    await upsertPendingChecks(pool, [{ uid: 'ana', dueAt: new Date(0) }]);
    await check();
    expect((await pool.query('select from outbox')).rowCount).toBe(1);
    expect(await deliveries()).toHaveLength(4);
  });

  it('quiet hours, suspension and the plan hold for channels too', async () => {
    await addWebhook();
    await pool.query(`update users set estado = 'suspendido'`);
    await fire();
    expect(await deliveries()).toEqual([]);
    await pool.query(
      `update users set estado = 'activo', silencio = '{"desde":"00:00","hasta":"23:59","zona":"UTC"}'`,
    );
    await upsertPendingChecks(pool, [{ uid: 'ana', dueAt: new Date(0) }]);
    await runDueChecks({
      pool,
      log,
      config: { appOrigin: config.appOrigin, linkSecrets: config.linkSecrets },
      metrics: createMetrics(),
      clock: () => new Date('2026-11-21T12:00:00Z'),
    });
    expect(await deliveries()).toEqual([]);
    await pool.query(`update users set silencio = null; update plan_grants set plan = 'premium'`);
    await upsertPendingChecks(pool, [{ uid: 'ana', dueAt: new Date(0) }]);
    await check();
    // The plan has no webhooks.
    expect(await deliveries()).toEqual([]);
    expect((await pool.query('select from alerts where channel_pending')).rowCount).toBe(0);
  });
});

describe('the channels a threshold chose', () => {
  const choose = (...channels: string[]) =>
    setThresholdChannels(pool, 'ana', [{ id: 'uno', channels }]);
  /** Kinds of what a firing was given to. */
  const firedTo = async (): Promise<string[]> => {
    await pool.query('delete from channel_deliveries');
    await pool.query(
      'delete from outbox where not exists (select from alerts where outbox_id = outbox.id)',
    );
    const mailsBefore = (await pool.query('select from outbox')).rowCount ?? 0;
    await fire();
    const mails = ((await pool.query('select from outbox')).rowCount ?? 0) - mailsBefore;
    const { rows } = await pool.query<{ name: string }>(
      'select c.name from channel_deliveries d join channels c on c.id = d.channel_id order by 1',
    );
    return [...Array.from({ length: mails }, () => 'correo'), ...rows.map(({ name }) => name)];
  };

  it('get its alerts, and no other does; a mail that is left out is not sent later', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios' });
    expect(await firedTo()).toEqual(['correo', 'ntfy', 'webhook']);
    await choose(webhook);
    expect(await firedTo()).toEqual(['webhook']);
    await upsertPendingChecks(pool, [{ uid: 'ana', dueAt: new Date(0) }]);
    await check();
    expect((await pool.query('select from outbox')).rowCount).toBe(1);
    await choose('correo');
    expect(await firedTo()).toEqual(['correo']);
    await choose('correo', webhook);
    expect(await firedTo()).toEqual(['correo', 'webhook']);
  });

  it('stay silent never: without any that can be sent to, all get it', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios' });
    await choose(webhook);
    await pauseChannel(pool, 'ana', webhook);
    expect(await firedTo()).toEqual(['correo', 'ntfy']);
    await deleteChannel(pool, 'ana', webhook);
    expect((await pool.query('select from threshold_channels')).rowCount).toBe(0);
    expect(await firedTo()).toEqual(['correo', 'ntfy']);
    // Mail alone, which its user then unsubscribes.
    await choose('correo');
    await pool.query(`update users set correo = 'baja'`);
    expect(await firedTo()).toEqual(['ntfy']);
  });

  it('are named in the history, each with what it got', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios' });
    await choose(webhook);
    await fire();
    const history = async () => {
      const window = { limit: 10, beforeId: null, visibleDays: null };
      const [alert] = await listAlerts(pool, 'ana', {}, window);
      return [alert?.delivery.state, ...(alert?.channels ?? [])];
    };
    const delivery = { channelId: webhook, kind: 'webhook', name: 'webhook' };
    expect(await history()).toEqual([
      'none',
      { ...delivery, state: 'pending', attempts: 0, sentAt: null },
    ]);
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(await history()).toEqual([
      'none',
      { ...delivery, state: 'sent', attempts: 1, sentAt: expect.stringMatching(/Z$/) },
    ]);
  });

  it('of another user are never chosen', async () => {
    await addUser('bruno');
    const foreign = await addWebhook('/otro', 'bruno');
    await choose(foreign);
    expect((await pool.query('select from threshold_channels')).rowCount).toBe(0);
    expect(await firedTo()).toEqual(['correo']);
  });
});

describe('refusals', () => {
  it('what may pass is tried again with the same id, as late as the other side asks', async () => {
    const id = await addWebhook();
    receiver.answer = (response) => {
      response.statusCode = 429;
      response.setHeader('retry-after', '120').end('slow down');
    };
    await fire();
    await fire();
    start();
    await waitFor(async () => expect((await deliveries())[0]?.last_error).not.toBeNull());
    const [first, second] = await deliveries();
    expect(first).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_error: 'Respondió 429: slow down',
    });
    // The one behind it waits as long: one attempt per channel, whatever is queued.
    for (const { wait } of [first, second].flatMap((row) => row ?? []))
      expect(wait).toBeGreaterThan(100);
    expect(await channel(id)).toMatchObject({ state: 'activo', failures: 1, rejections: 0 });
    receiver.answer = (response) => void response.end();
    await resumeChannel(pool, 'ana', id);
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(idsAt('/hook')).toEqual([first?.id, first?.id, second?.id]);
    expect(await channel(id)).toMatchObject({ failures: 0, rejections: 0 });
  });

  it.each([500, 503, 408, 425])('%i stops nothing, however often', async (status) => {
    const id = await addWebhook();
    let count = 0;
    receiver.answer = (response) => {
      count += 1;
      response.statusCode = count > 5 ? 204 : status;
      response.end();
    };
    await fire();
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(await channel(id)).toMatchObject({ state: 'activo', failures: 0 });
  });

  it.each([
    ['a 4xx', 403],
    ['a redirect', 302],
  ])('%s three times stops the channel, and one mail says so', async (_what, status) => {
    const id = await addWebhook();
    receiver.answer = (response) => {
      response.statusCode = status;
      response.setHeader('location', `${receiver.origin}/elsewhere`).end('no');
    };
    await fire();
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await channel(id)).toMatchObject({ state: 'detenido' }));
    await fire();
    expect((await channel(id))?.stop_reason).toMatch(new RegExp(`^Respondió ${status}`));
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook']);
    const { rows } = await pool.query(`select subject from outbox where kind = 'account'`);
    expect(rows).toEqual([{ subject: 'Un canal se ha detenido: webhook' }]);
    // What waited goes out when its user starts it again; what fired meanwhile was not for it.
    receiver.answer = (response) => void response.end();
    await resumeChannel(pool, 'ana', id);
    await waitFor(async () => expect(await states()).toEqual(['sent']));
  });

  it('an acceptance in between starts the count anew', async () => {
    const id = await addWebhook();
    let count = 0;
    receiver.answer = (response) => {
      count += 1;
      response.statusCode = count % 3 === 0 ? 200 : 403;
      response.end();
    };
    await fire();
    await fire();
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(await channel(id)).toMatchObject({ state: 'activo', rejections: 0 });
  });

  it.each([404, 410])('%i of a push service removes the subscription', async (status) => {
    await addChannel('push', pushSettings());
    receiver.answer = (response) => {
      response.statusCode = status;
      response.end();
    };
    await fire();
    start();
    await waitFor(async () => expect((await pool.query('select from channels')).rowCount).toBe(0));
    expect(await deliveries()).toEqual([]);
  });

  it('404 of a subscription that was renewed meanwhile removes nothing: the new address gets it', async () => {
    const id = await addChannel('push', pushSettings('/old'));
    receiver.answer = async (response, { path }) => {
      response.statusCode = path === '/old' ? 404 : 201;
      if (path === '/old') {
        const sealed = sealSettings(pushSettings('/new'), id, config.channels.secrets);
        await renewChannelSettings(pool, id, sealed);
      }
      response.end();
    };
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
    // At once: not when the lease of the first attempt has ended.
    const { rows } = await pool.query('select expired_claims from channel_deliveries');
    expect(rows).toEqual([{ expired_claims: 0 }]);
  });

  it('after a day it is given up, and the next one goes out', async () => {
    await addWebhook();
    await fire();
    await pool.query(`update channel_deliveries set created_at = now() - interval '25 hours'`);
    await fire();
    receiver.answer = (response) => {
      response.statusCode = receiver.received.length === 1 ? 500 : 200;
      response.end();
    };
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['failed', 'sent']));
  });

  it('one that cannot be composed is parked, and the next one goes out', async () => {
    await addChannel('ntfy', { servidor: receiver.origin, tema: 'precios' });
    await pool.query(`update users set correo = 'baja'`);
    await fire('ana', 'no ISO');
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['failed', 'sent']));
  });
});

it('one that is parked hurries the next of its own channel, and of no other', async () => {
  const [own, other] = [await addWebhook('/own'), await addWebhook('/other')];
  await fire();
  await fire();
  await pool.query(`update channel_deliveries set next_attempt_at = now() + interval '1 hour'`);
  const { rows } = await pool.query<{ id: string }>(
    `update channel_deliveries set state = 'sending', attempts = 1
      where id = (select min(id::text)::uuid from channel_deliveries where channel_id = $1) returning id`,
    [own],
  );
  await failDelivery(pool, { id: rows[0]?.id ?? '', channelId: own, attempts: 1 }, 'no');
  const waits = async (id: string) =>
    (
      await pool.query<{ wait: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 as wait
           from channel_deliveries where channel_id = $1 and state = 'pending'`,
        [id],
      )
    ).rows.map(({ wait }) => wait > 60);
  expect(await waits(own)).toEqual([false]);
  expect(await waits(other)).toEqual([true, true]);
});

describe('a delivery that kills its worker', () => {
  /** What a process leaves that dies with it: claimed, and its lease over, Ana’s first. */
  const die = async () => {
    const lane = { kind: 'webhook', accepting: false } as const;
    const limits = { limit: 20, suspects: 1, leaseSeconds: 30 };
    const { deliveries: claimed } = await claimDeliveries(pool, lane, limits);
    const { rows } = await pool.query<{ seconds: number }>(
      `select extract(epoch from max(next_attempt_at) - now())::float8 as seconds from channel_deliveries`,
    );
    await pool.query(
      `update channel_deliveries set next_attempt_at = now() - interval '1 minute' * case uid when 'ana' then 2 else 1 end
        where state = 'sending'`,
    );
    return {
      uids: claimed.map(({ uid }) => uid),
      leaseSeconds: Math.ceil((rows[0]?.seconds ?? 0) / 30) * 30,
    };
  };

  it('is tried alone, less and less often, parked after eight deaths, and retried by an operator', async () => {
    await addWebhook('/ana');
    await fire();
    for (let index = 0; index < 5; index += 1) {
      await addUser(`u${index}`);
      await addWebhook(`/u${index}`, `u${index}`);
      await fire(`u${index}`);
    }
    // One death is not held against anyone: the next worker claims all six again.
    for (let nth = 1; nth <= 2; nth += 1)
      expect(await die()).toMatchObject({ uids: { length: 6 }, leaseSeconds: 30 });
    for (let nth = 3; nth <= maxExpiredClaims; nth += 1)
      expect(await die()).toEqual({ uids: ['ana'], leaseSeconds: 30 * 2 ** (nth - 2) });
    const metrics = createMetrics();
    start({}, metrics);
    await waitFor(async () =>
      expect((await states()).sort()).toEqual(['failed', ...Array(5).fill('sent')]),
    );
    const { rows } = await pool.query(
      `select uid, expired_claims, last_error, ended_at from channel_deliveries where state = 'failed'`,
    );
    expect(rows).toMatchObject([
      {
        uid: 'ana',
        expired_claims: maxExpiredClaims,
        last_error: expect.stringContaining('worker after worker'),
        ended_at: expect.any(Date),
      },
    ]);
    expect(idsAt('/ana')).toEqual([]);
    const counted = await metrics.channelDeliveries.get();
    expect(counted.values).toContainEqual(
      expect.objectContaining({ labels: { kind: 'webhook', outcome: 'parked' }, value: 1 }),
    );
    const stored = await listAlerts(
      pool,
      'ana',
      {},
      { limit: 10, beforeId: null, visibleDays: null },
    );
    expect(stored).toMatchObject([{ channels: [{ state: 'failed' }] }]);
    expect(await requeueFailedDeliveries(pool, ['u0'])).toBe(0);
    expect(await requeueFailedDeliveries(pool, ['ana'])).toBe(1);
    await waitFor(() => expect(idsAt('/ana')).toHaveLength(1));
    await waitFor(async () => expect(new Set(await states())).toEqual(new Set(['sent'])));
  });

  it('is sent by the eighth worker, if seven died for another reason', async () => {
    await addWebhook();
    await fire();
    for (let nth = 1; nth < maxExpiredClaims; nth += 1) await die();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(receiver.received).toHaveLength(1);
  });

  it('that only failed in between starts again from none', async () => {
    await addWebhook();
    await fire();
    for (let nth = 1; nth < maxExpiredClaims; nth += 1) await die();
    receiver.answer = (response) => {
      response.statusCode = receiver.received.length === 1 ? 500 : 200;
      response.end();
    };
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    const { rows } = await pool.query('select expired_claims from channel_deliveries');
    expect(rows).toEqual([{ expired_claims: 0 }]);
  });
});

describe('receivers that are slow, dead or lying', () => {
  const silentCount = 40;
  const addSilent = async () => {
    receiver.answer = (response, { path }) => {
      if (!path.startsWith('/silent')) response.end();
    };
    for (let index = 0; index < silentCount; index += 1) await addWebhook(`/silent/${index}`);
  };
  const isHeld = async () => {
    const { rows } = await pool.query<{ sending: number; pending: number }>(
      `select count(*) filter (where state = 'sending')::integer as sending,
              count(*) filter (where state = 'pending')::integer as pending
         from channel_deliveries`,
    );
    return rows[0];
  };

  it.each([
    ['that never answered', { last_delivery_at: null, failures: 0 }],
    ['that failed the last time', { last_delivery_at: new Date(), failures: 1 }],
  ])('take no slot of those that accept: %s', async (_who, { last_delivery_at, failures }) => {
    await addSilent();
    await pool.query('update channels set last_delivery_at = $1, failures = $2', [
      last_delivery_at,
      failures,
    ]);
    await addUser('eva');
    await pool.query('update channels set last_delivery_at = now() where id = $1', [
      await addWebhook('/eva', 'eva'),
    ]);
    await addUser('nueva');
    await addWebhook('/nueva', 'nueva');
    await fire();
    // A slot is left by an answer alone, and there is none.
    const worker = start({ slotMs: 2 ** 31 - 1 });
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: 4, pending: 36 }));
    await fire('nueva');
    await fire('eva');
    await waitFor(() => expect(idsAt('/eva')).toHaveLength(1));
    expect(idsAt('/nueva')).toEqual([]);
    await receiver.close();
    await worker.close();
  });

  it('that fall silent together leave their slots unanswered: all are in flight at once', async () => {
    await addSilent();
    await pool.query('update channels set last_delivery_at = now()');
    await fire();
    const worker = start();
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: silentCount, pending: 0 }));
    await receiver.close();
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: 0, pending: silentCount }));
    const { rows } = await pool.query('select distinct failures, rejections from channels');
    expect(rows).toEqual([{ failures: 1, rejections: 0 }]);
    await worker.close();
  });

  it('an answer without end, or of megabytes, counts by its status', async () => {
    await addWebhook('/endless');
    await addWebhook('/huge');
    receiver.answer = (response, { path }) => {
      response.writeHead(200);
      response.write(path === '/huge' ? 'x'.repeat(5_000_000) : 'x');
      if (path === '/huge') response.end();
    };
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
  });

  it('one that closes the connection is tried again', async () => {
    await addWebhook();
    receiver.answer = (response) => {
      if (receiver.received.length < 3) response.destroy();
      else response.end();
    };
    await fire();
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(new Set(idsAt('/hook')).size).toBe(1);
  });
});

it('a delivery of a worker that died is repeated with the same id once its lease ends', async () => {
  await addWebhook();
  await fire();
  await pool.query(
    `update channel_deliveries set state = 'sending', attempts = 1, next_attempt_at = now() + interval '1 second'`,
  );
  start();
  await waitFor(async () => expect(await states()).toEqual(['sent']));
  expect((await deliveries())[0]).toMatchObject({ attempts: 2 });
});

it('two workers send each delivery once, in the order of the channel', async () => {
  await addWebhook();
  for (let index = 0; index < 12; index += 1) await fire();
  start();
  start();
  await waitFor(async () => expect(new Set(await states())).toEqual(new Set(['sent'])));
  expect(idsAt('/hook')).toEqual((await deliveries()).map(({ id }) => id));
});

it('nothing of a channel’s settings is in the database in clear', async () => {
  await addWebhook('/muy-secreto');
  const { rows } = await pool.query<{ text: string }>(
    `select encode(settings, 'escape') as text from channels`,
  );
  expect(rows[0]?.text).not.toContain('muy-secreto');
});

describe('at once, and not at the next poll', () => {
  /** Half of what a poll may take. */
  const soonMs = 5_000;
  let receivedAtMs: number[];
  beforeEach(() => {
    receivedAtMs = [];
  });
  const answer = (statusOf: (nth: number) => number) => {
    receiver.answer = (response) => {
      response.statusCode = statusOf(receivedAtMs.push(Date.now()));
      response.end();
    };
  };
  const spanMs = () => Math.max(...receivedAtMs) - Math.min(...receivedAtMs);

  it('goes what a worker without work is told of', async () => {
    await addWebhook();
    answer(() => 200);
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    await fire();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(spanMs()).toBeLessThan(soonMs);
  });

  it('goes the next one of a channel that accepts for the first time', async () => {
    await addWebhook();
    answer(() => 200);
    await fire();
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(spanMs()).toBeLessThan(soonMs);
  });

  it('is repeated what a channel that used to accept fails', async () => {
    const id = await addWebhook();
    await pool.query('update channels set last_delivery_at = now() where id = $1', [id]);
    answer((nth) => (nth === 1 ? 500 : 200));
    await fire();
    start({ retryScale: 0.001 });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(spanMs()).toBeLessThan(soonMs);
  });

  it('goes the one that waited for a slot', async () => {
    answer(() => 404);
    for (let index = 0; index < 9; index += 1) await addWebhook(`/${index}`);
    await fire();
    // A slot is left by an answer alone.
    start({ slotMs: 2 ** 31 - 1 });
    await waitFor(() => expect(receivedAtMs.length).toBeGreaterThanOrEqual(9));
    expect(spanMs()).toBeLessThan(soonMs);
  });
});

it('a worker that stops as it claims sends nothing, and gives it back for another', async () => {
  await addWebhook('/a');
  await addWebhook('/b');
  await fire();
  await start().close();
  expect(receiver.received).toEqual([]);
  for (const row of await deliveries())
    expect(row).toMatchObject({ state: 'pending', attempts: 0 });
  start();
  await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
});

it('Telegram gets 25 messages a second at most', async () => {
  for (let index = 0; index < 26; index += 1) await addChannel('telegram', { chatId: `${index}` });
  await fire();
  const startedAtMs = performance.now();
  start();
  await waitFor(() => expect(receiver.received).toHaveLength(26));
  expect(performance.now() - startedAtMs).toBeGreaterThan(990);
});

describe('what this configuration cannot send', () => {
  const unreadable = 'Este canal no se puede leer ahora mismo.';
  it.each<[ChannelKind, object, string]>([
    ['telegram', { chatId: '77' }, 'Ahora mismo no se envía por Telegram.'],
    ['discord', { url: 'https://discord.example/x' }, unreadable],
    ['webhook', { url: 'https://hook.example/x', secreto }, unreadable],
    ['ntfy', { servidor: 'https://ntfy.example', tema: 't' }, unreadable],
  ])('waits for one that can, and its user reads why: %s', async (kind, settings, reason) => {
    await addChannel(kind, settings);
    await fire();
    const secrets =
      kind === 'telegram' ? config.channels.secrets : (['otro-secreto-de-pruebas'] as const);
    const channels = { ...config.channels, secrets, telegram: null };
    const metrics = createMetrics();
    workers.push(startDeliveryWorker({ pool, config: { ...config, channels }, log, metrics }));
    await waitFor(async () =>
      expect(await deliveries()).toMatchObject([{ state: 'pending', last_error: reason }]),
    );
    expect((await pool.query('select from channels')).rowCount).toBe(1);
  });
});

it('an operator sees deliveries counted by what became of them, from none on', async () => {
  const metrics = createMetrics();
  const counted = async (outcome: string) =>
    Object.fromEntries(
      (await metrics.channelDeliveries.get()).values
        .filter(({ labels }) => labels.outcome === outcome)
        .map(({ labels, value }) => [labels.kind, value]),
    );
  await addWebhook();
  await fire();
  start({}, metrics);
  expect(await counted('parked')).toEqual({
    push: 0,
    ntfy: 0,
    telegram: 0,
    discord: 0,
    webhook: 0,
  });
  await waitFor(async () => expect(await states()).toEqual(['sent']));
  expect(await counted('sent')).toEqual({ webhook: 1 });
});
