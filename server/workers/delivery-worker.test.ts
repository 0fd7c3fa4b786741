/** The delivery worker on a real database and real HTTP: who is sent when, and whom a bad receiver holds back. */
import { describe, expect, it } from 'vitest';
import type { ChannelKind } from '#domain/channels.ts';
import { setupDeliveries, webhookSecret } from '#tests/support/delivery-backend.ts';
import { waitFor } from '#tests/support/wait-for.ts';

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
    // None is tried again while this machine is busy.
    const worker = start({ timings: { retryScale: 1_000 } });
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
});

it('what a worker without work is told of goes at once, and not at the next poll', async () => {
  await addWebhook();
  await fire();
  start();
  await waitFor(async () => expect(await states()).toEqual(['sent']));
  const firedAtMs = Date.now();
  await fire();
  await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
  // Half of what a poll may take.
  expect(Date.now() - firedAtMs).toBeLessThan(5_000);
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

const unreadable = 'Este canal no se puede leer ahora mismo.';
it.each<[ChannelKind, object, string]>([
  ['telegram', { chatId: '77' }, 'Ahora mismo no se envía por Telegram.'],
  ['discord', { url: 'https://discord.example/x' }, unreadable],
  ['webhook', { url: 'https://hook.example/x', secret: webhookSecret }, unreadable],
  ['ntfy', { server: 'https://ntfy.example', topic: 't' }, unreadable],
])(
  'what this configuration cannot send waits for one that can, and its user reads why: %s',
  async (kind, settings, reason) => {
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
  },
);
