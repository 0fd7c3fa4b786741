/** What becomes of a delivery that a receiver refuses, that cannot be composed, or that kills its worker. */
import { describe, expect, it } from 'vitest';
import { setupDeliveries } from '#tests/support/delivery-backend.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../base/metrics.ts';
import { renewChannelSettings, resumeChannel } from '../db/alerts/channels.ts';
import { listHolds } from '../db/deliveries/kind-holds.ts';
import { sealSettings } from './secret-box.ts';

const backend = await setupDeliveries();
const {
  addUser,
  fire,
  addChannel,
  addWebhook,
  pushSettings,
  start,
  deliveries,
  states,
  channel,
  idsAt,
} = backend;

const accountMails = async () =>
  (
    await backend.pool.query<{ to_address: string; subject: string; body_text: string }>(
      `select to_address, subject, body_text from deliveries where cause = 'account'`,
    )
  ).rows;

describe('refusals', () => {
  it('what may pass is tried again with the same id, as late as the other side asks', async () => {
    const id = await addWebhook();
    backend.receiver.answer = (response) => {
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
    expect(await channel(id)).toMatchObject({ state: 'active', failures: 1, rejections: 0 });
    backend.receiver.answer = (response) => void response.end();
    await resumeChannel(backend.pool, 'ana', id);
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(idsAt('/hook')).toEqual([first?.id, first?.id, second?.id]);
    expect(await channel(id)).toMatchObject({ failures: 0, rejections: 0 });
  });

  it('a Telegram group that became a supergroup is sent to by its new id, from then on', async () => {
    const id = await addChannel('telegram', { chatId: '-77' });
    const chats: string[] = [];
    backend.receiver.answer = (response, { body }) => {
      const { chat_id: chatId } = JSON.parse(body.toString());
      chats.push(chatId);
      if (chatId === '-10077') return void response.end('{"ok":true}');
      response.statusCode = 400;
      response.end(
        '{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-10077}}',
      );
    };
    await fire();
    start({ timings: { retryScale: 0.01 } });
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    await fire();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(chats).toEqual(['-77', '-10077', '-10077']);
    expect(await channel(id)).toMatchObject({ state: 'active', failures: 0, rejections: 0 });
  });

  it('a refusal three times stops the channel, and one mail says so', async () => {
    const id = await addWebhook();
    backend.receiver.answer = (response) => {
      response.writeHead(302, { location: `${backend.receiver.origin}/elsewhere` }).end('no');
    };
    await fire();
    start({ timings: { retryScale: 0.001 } });
    await waitFor(async () => expect(await channel(id)).toMatchObject({ state: 'stopped' }));
    await fire();
    expect((await channel(id))?.stop_reason).toMatch(/^Respondió 302/);
    expect(backend.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook']);
    const [mail, ...others] = await accountMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to_address: 'ana@example.test',
      subject: 'Un canal se ha detenido: webhook',
      body_text: expect.stringMatching(/«webhook» \(.+\) ha rechazado tres envíos seguidos/),
    });
    expect(mail?.body_text).toContain('Respondió 302');
    expect(mail?.body_text).toContain('https://vigia.example/dashboard/configuracion');
    expect(await states()).toEqual(['failed']);
  });

  it('of a channel that stops, an address that nobody has confirmed is told nothing', async () => {
    const id = await addWebhook();
    await backend.pool.query('update users set email_confirmed_at = null');
    backend.receiver.answer = (response) => void response.writeHead(404).end();
    await fire();
    start({ timings: { retryScale: 0.001 } });
    await waitFor(async () => expect(await channel(id)).toMatchObject({ state: 'stopped' }));
    expect(await accountMails()).toEqual([]);
  });

  it('a refused key holds its kind: a probe at a time, no attempt counted, and all leave after the repair', async () => {
    const uids = Array.from({ length: 8 }, (_, n) => `u${n}`);
    for (const uid of uids) {
      await addUser(uid);
      await addChannel('push', pushSettings(`/${uid}`), uid);
      await fire(uid);
    }
    await addWebhook();
    await fire();
    let isRepaired = false;
    backend.receiver.answer = (response, { path }) => {
      response.statusCode = isRepaired || path === '/hook' ? 201 : 403;
      response.end('key');
    };
    const asked = () => backend.receiver.received.filter(({ path }) => path !== '/hook').length;
    const metrics = createMetrics();
    start({ metrics, timings: { retryScale: 0.001 } });
    await waitFor(async () =>
      expect(
        (await listHolds(backend.pool)).flatMap(({ kind }) => (kind === 'mail' ? [] : kind)),
      ).toEqual(['push']),
    );
    expect((await metrics.channelsHeld.get()).values).toContainEqual(
      expect.objectContaining({ labels: { kind: 'push' }, value: 1 }),
    );
    const before = asked();
    await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(before + 2));
    // But of the one that was refused first.
    const untried = async () =>
      (await deliveries()).filter(({ state, attempts }) => state === 'pending' && attempts === 0);
    await waitFor(async () => expect((await untried()).length).toBeGreaterThanOrEqual(7));
    isRepaired = true;
    await waitFor(async () => expect(new Set(await states())).toEqual(new Set(['sent'])));
    expect(
      (await listHolds(backend.pool)).flatMap(({ kind }) => (kind === 'mail' ? [] : kind)),
    ).toEqual([]);
    const { rows } = await backend.pool.query(`select from channels where state <> 'active'`);
    expect(rows).toEqual([]);
  });

  it('404 of a subscription that was renewed meanwhile removes nothing: the new address gets it', async () => {
    const id = await addChannel('push', pushSettings('/old'));
    backend.receiver.answer = async (response, { path }) => {
      response.statusCode = path === '/old' ? 404 : 201;
      if (path === '/old') {
        const sealed = sealSettings(pushSettings('/new'), id, backend.config.channels.secrets);
        await renewChannelSettings(backend.pool, id, sealed);
      }
      response.end();
    };
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(backend.receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
    // At once: not when the lease of the first attempt has ended.
    const { rows } = await backend.pool.query(
      `select expired_claims from deliveries where kind <> 'mail'`,
    );
    expect(rows).toEqual([{ expired_claims: 0 }]);
  });
});
