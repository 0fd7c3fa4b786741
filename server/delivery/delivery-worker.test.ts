/** The delivery worker on a real database and real HTTP: who is sent when, and whom a bad receiver holds back. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChannelKind } from '#domain/channels.ts';
import { setupDeliveries, webhookSecret } from '#tests/support/delivery-backend.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../metrics.ts';

const backend = await setupDeliveries();
const { addUser, fire, addChannel, addWebhook, start, deliveries, states, idsAt } = backend;

describe('receivers that are slow, dead or lying', () => {
  const silentCount = 40;
  const addSilent = async () => {
    backend.receiver.answer = (response, { path }) => {
      if (!path.startsWith('/silent')) response.end();
    };
    for (let index = 0; index < silentCount; index += 1) await addWebhook(`/silent/${index}`);
  };
  const isHeld = async () => {
    const { rows } = await backend.pool.query<{ sending: number; pending: number }>(
      `select count(*) filter (where state = 'sending')::integer as sending,
              count(*) filter (where state = 'pending')::integer as pending
         from deliveries where kind <> 'mail'`,
    );
    return rows[0];
  };

  it.each([
    ['that never answered', { last_delivery_at: null, failures: 0 }],
    ['that failed the last time', { last_delivery_at: new Date(), failures: 1 }],
  ])('take no slot of those that accept: %s', async (_who, { last_delivery_at, failures }) => {
    await addSilent();
    await backend.pool.query('update channels set last_delivery_at = $1, failures = $2', [
      last_delivery_at,
      failures,
    ]);
    await addUser('eva');
    await backend.pool.query('update channels set last_delivery_at = now() where id = $1', [
      await addWebhook('/eva', 'eva'),
    ]);
    await addUser('nueva');
    await addWebhook('/nueva', 'nueva');
    await fire();
    // A slot is left by an answer alone, and there is none.
    const worker = start({ timings: { slotMs: 2 ** 31 - 1 } });
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: 16, pending: 24 }));
    await fire('nueva');
    await fire('eva');
    await waitFor(() => expect(idsAt('/eva')).toHaveLength(1));
    expect(idsAt('/nueva')).toEqual([]);
    await backend.receiver.close();
    await worker.close();
  });

  it('that fall silent together leave their slots unanswered: all are in flight at once', async () => {
    await addSilent();
    await backend.pool.query('update channels set last_delivery_at = now()');
    await fire();
    const worker = start();
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: silentCount, pending: 0 }));
    await backend.receiver.close();
    await waitFor(async () => expect(await isHeld()).toEqual({ sending: 0, pending: silentCount }));
    const { rows } = await backend.pool.query('select distinct failures, rejections from channels');
    expect(rows).toEqual([{ failures: 1, rejections: 0 }]);
    await worker.close();
  });

  it('an answer without end, or of megabytes, counts by its status', async () => {
    await addWebhook('/endless');
    await addWebhook('/huge');
    backend.receiver.answer = (response, { path }) => {
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
    backend.receiver.answer = (response) => {
      if (backend.receiver.received.length < 3) response.destroy();
      else response.end();
    };
    await fire();
    start({ timings: { retryScale: 0.001 } });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(new Set(idsAt('/hook')).size).toBe(1);
  });
});

describe('at once, and not at the next poll', () => {
  /** Half of what a poll may take. */
  const soonMs = 5_000;
  let receivedAtMs: number[];
  beforeEach(() => {
    receivedAtMs = [];
  });
  const answer = (statusOf: (nth: number) => number) => {
    backend.receiver.answer = (response) => {
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
});

it('a worker that stops as it claims sends nothing, and gives it back for another', async () => {
  await addWebhook('/a');
  await addWebhook('/b');
  await fire();
  await start().close();
  expect(backend.receiver.received).toEqual([]);
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
  await waitFor(() => expect(backend.receiver.received).toHaveLength(26));
  expect(performance.now() - startedAtMs).toBeGreaterThan(990);
});

describe('what this configuration cannot send', () => {
  const unreadable = 'Este canal no se puede leer ahora mismo.';
  it.each<[ChannelKind, object, string]>([
    ['telegram', { chatId: '77' }, 'Ahora mismo no se envía por Telegram.'],
    ['discord', { url: 'https://discord.example/x' }, unreadable],
    ['webhook', { url: 'https://hook.example/x', secreto: webhookSecret }, unreadable],
    ['ntfy', { servidor: 'https://ntfy.example', tema: 't' }, unreadable],
  ])('waits for one that can, and its user reads why: %s', async (kind, settings, reason) => {
    await addChannel(kind, settings);
    await fire();
    const secrets =
      kind === 'telegram'
        ? backend.config.channels.secrets
        : (['otro-secreto-de-pruebas'] as const);
    const channels = { ...backend.config.channels, secrets, telegram: null };
    start({ channels });
    await waitFor(async () =>
      expect(await deliveries()).toMatchObject([{ state: 'pending', last_error: reason }]),
    );
    expect((await backend.pool.query('select from channels')).rowCount).toBe(1);
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
  start({ metrics });
  expect(await counted('parked')).toEqual({
    push: 0,
    ntfy: 0,
    telegram: 0,
    discord: 0,
    webhook: 0,
    gotify: 0,
  });
  await waitFor(async () => expect(await states()).toEqual(['sent']));
  expect(await counted('sent')).toEqual({ webhook: 1 });
});
