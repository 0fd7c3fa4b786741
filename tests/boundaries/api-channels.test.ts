/** /api/users/channels: what may be added, what is shown once and never again, plans, tests, and Telegram's link. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channelCreated, channelItem, channelList, channelTest } from '#contract/channels.ts';
import { userExport } from '#contract/user-export.ts';
import { findChannel } from '#server/db/alerts/channels.ts';
import { openSettings } from '#server/delivery/secret-box.ts';
import { type ChannelReceiver, startChannelReceiver } from '#tests/support/channel-receiver.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { grantPlanTo } from '#tests/support/grant-plan-to.ts';
import { pushKeys } from '#tests/support/push-keys.ts';
import { openTestApi } from './api.harness.ts';
import { codeOf, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api, 'elite');
let receiver: ChannelReceiver;
beforeAll(async () => {
  receiver = await startChannelReceiver();
});
afterAll(async () => {
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (response) => void response.end('received');
});

const webhook = () => ({
  kind: 'webhook',
  name: 'Mi robot',
  settings: { url: `${receiver.origin}/una-ruta-secreta` },
});
const post = (payload: object) => me.send('POST', 'channels', payload);
const create = async (payload: object = webhook()) =>
  channelCreated.parse((await post(payload)).body);
const list = async () => channelList.parse((await me.send('GET', 'channels')).body);
const patch = (id: string, payload: object) => me.send('PATCH', `channels/${id}`, payload);
const remove = (id: string) => me.send('DELETE', `channels/${id}`);
const test = (id: string) => me.send('POST', `channels/${id}/test`);

describe('a channel', () => {
  it('is added, listed after mail, renamed, paused, started and removed', async () => {
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await list()).items).toMatchObject([
      { id: 'mail', kind: 'mail', state: 'active' },
      {
        id,
        kind: 'webhook',
        name: 'Mi robot',
        state: 'active',
        reason: null,
        lastDelivery: null,
      },
    ]);
    const paused = await patch(id, { name: 'Otro', state: 'paused' });
    expect(channelItem.parse(paused.body)).toMatchObject({ name: 'Otro', state: 'paused' });
    expect((await patch(id, { state: 'active' })).body).toMatchObject({ state: 'active' });
    expect((await patch(id, {})).status).toBe(400);
    expect((await remove(id)).status).toBe(200);
    expect((await list()).items).toHaveLength(1);
  });

  it('shows its secrets once, and keeps them from every other answer', async () => {
    const { id, secret = '' } = await create();
    const token = 'tk_muy_secreto';
    await create({
      kind: 'ntfy',
      name: 'Casa',
      settings: { server: receiver.origin, topic: 'tema-secreto', token },
    });
    const exported = await me.send('GET', 'export');
    const { channels } = userExport.parse(exported.body);
    expect(channels.map(({ name }) => name).toSorted()).toEqual(['Casa', 'Mi robot']);
    const answers = [
      exported.text,
      (await me.send('GET', 'channels')).text,
      (await patch(id, { state: 'paused' })).text,
    ];
    for (const text of answers)
      expect(text).not.toMatch(/secreto-|una-ruta-secreta|tema-secreto|tk_muy/);
    for (const text of answers) expect(text).not.toContain(secret);
  });

  it('says what the other side said to a test', async () => {
    const { id } = await create();
    expect(channelTest.parse((await test(id)).body)).toEqual({
      delivered: true,
      status: 200,
      answer: 'Respondió 200: received',
    });
    expect(JSON.parse(receiver.received[0]?.body.toString() ?? '')).toMatchObject({
      kind: 'test',
      alerts: [],
    });
    expect((await list()).items[1]?.testedAt).toMatch(/Z$/);
    receiver.answer = (response) => {
      response.statusCode = 401;
      response.end('who are you?');
    };
    expect((await test(id)).body).toEqual({
      delivered: false,
      status: 401,
      answer: 'Respondió 401: who are you?',
    });
    expect((await list()).items[1]?.testedAt).toBeUndefined();
    // A test refused stops nothing, and is remembered until something arrives.
    expect((await list()).items[1]).toMatchObject({
      state: 'active',
      failure: 'La prueba no llegó. Respondió 401: who are you?',
    });
    receiver.answer = (response) => response.end();
    const moved = { settings: { url: `${receiver.origin}/otra` } };
    expect(channelItem.parse((await patch(id, moved)).body).failure).toBeUndefined();
    expect((await test(id)).body).toMatchObject({ delivered: true });
    expect(receiver.received.at(-1)?.path).toBe('/otra');
  });

  it('goes by its own rule in quiet hours, which mail does not', async () => {
    const { id } = await create();
    const excepted = await patch(id, { ignoresQuietHours: true });
    expect(excepted.body).toMatchObject({ ignoresQuietHours: true });
    await patch(id, { ignoresQuietHours: false });
    expect((await list()).items[1]?.ignoresQuietHours).toBeUndefined();
    expect(codeOf(await patch('mail', { ignoresQuietHours: true }))).toEqual([
      422,
      'validation_failed',
    ]);
  });

  it('is one of twenty at most, also of requests at the same time', async () => {
    const ntfy = { kind: 'ntfy', name: 'n', settings: { server: receiver.origin, topic: 't' } };
    const answers = await Promise.all(Array.from({ length: 23 }, () => post(ntfy)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  });

  const to = (url: string) => ({ kind: 'webhook', name: 'w', settings: { url } });
  // Every address: channel-addresses.test.ts.
  it.each([
    ['a private address', to('http://10.0.0.1/'), 422],
    ['mail', { kind: 'mail', name: 'c', settings: {} }, 400],
  ])('is not added with %s', async (_what, payload, status) => {
    expect((await post(payload)).status).toBe(status);
    expect((await list()).items).toHaveLength(1);
  });
});

describe('mail as a channel', () => {
  it('is paused and started like the others, and cannot be removed or renamed', async () => {
    expect((await patch('mail', { state: 'paused' })).body).toMatchObject({
      state: 'paused',
    });
    expect((await me.send('GET', 'notifications')).body).toMatchObject({ mail: 'off' });
    expect((await patch('mail', { state: 'active' })).body).toMatchObject({ state: 'active' });
    expect(codeOf(await patch('mail', { name: 'Otro' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await remove('mail'))).toEqual([422, 'validation_failed']);
    expect((await test('mail')).body).toMatchObject({ delivered: true });
    expect(api.mails.at(-1)).toEqual({ kind: 'test', uid: me.uid });
  });
});

describe('plans', () => {
  it('say what can be added, and with which plan', async () => {
    expect((await list()).kinds).toEqual([
      { kind: 'push', plan: 'basico' },
      { kind: 'ntfy', plan: 'premium' },
      { kind: 'gotify', plan: 'premium' },
      { kind: 'telegram', plan: 'premium' },
      { kind: 'discord', plan: 'premium' },
      { kind: 'webhook', plan: 'elite' },
    ]);
    await grantPlanTo(api.pool, me.uid, 'premium');
    const refused = await post(webhook());
    expect([refused.status, refused.body]).toEqual([
      402,
      expect.objectContaining({ code: 'plan_limit', requiredPlan: 'elite' }),
    ]);
  });

  it('pause what a lesser one does not include, delete nothing, and resume it with the plan', async () => {
    const { id } = await create();
    const { id: paused } = await create();
    await patch(paused, { state: 'paused' });
    await grantPlanTo(api.pool, me.uid, 'premium');
    const [, stopped, byUser] = (await list()).items;
    expect(stopped).toMatchObject({
      id,
      state: 'paused',
      reason: 'Tu plan ya no lo incluye; vuelve con el plan Elite.',
    });
    expect(byUser).toMatchObject({ id: paused, state: 'paused', reason: null });
    expect(codeOf(await patch(id, { state: 'active' }))).toEqual([402, 'plan_limit']);
    expect(codeOf(await test(id))).toEqual([402, 'plan_limit']);
    await grantPlanTo(api.pool, me.uid, 'elite');
    expect((await list()).items.map(({ state }) => state)).toEqual(['active', 'active', 'paused']);
  });
});

describe('a push subscription that its browser replaced', () => {
  const subscription = (initial: string) => ({
    endpoint: `${receiver.origin}/push/${initial}`,
    keys: pushKeys(initial),
  });
  const proof = (initial: string) => ({
    endpoint: subscription(initial).endpoint,
    auth: pushKeys(initial).auth,
  });
  const add = () => create({ kind: 'push', name: 'Móvil', settings: subscription('a') });
  const renew = (payload: object) =>
    api.call({ method: 'POST', url: '/api/push/renewal', payload, as: null });
  const settingsOf = async (id: string) => {
    const channel = await findChannel(api.pool, me.uid, id);
    const { secrets } = testChannels('http://127.0.0.1');
    return channel && openSettings(channel.settings, id, secrets);
  };

  it('is replaced by who knows the former one, twice with the same result', async () => {
    const { id } = await add();
    await api.pool.query('update channels set failures = 2, rejections = 2 where id = $1', [id]);
    const renewal = { channel: id, previous: proof('a'), next: subscription('b') };
    for (let nth = 1; nth <= 2; nth += 1)
      expect(await renew(renewal)).toMatchObject({ status: 200, body: { renewed: true } });
    expect(await settingsOf(id)).toEqual(subscription('b'));
    const { rows } = await api.pool.query(
      'select state, failures, rejections from channels where id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'active', failures: 0, rejections: 0 }]);
    // The former one proves nothing any more.
    const again = { channel: id, previous: proof('a'), next: subscription('c') };
    expect(codeOf(await renew(again))).toEqual([404, 'not_found']);
  });

  it('stays as it is for everybody else', async () => {
    const { id } = await add();
    const other = await create();
    const next = subscription('b');
    const wrong = { ...proof('a'), auth: 'x'.repeat(22) };
    const refused = [
      { channel: id, previous: wrong, next },
      { channel: id, previous: { ...proof('a'), endpoint: next.endpoint }, next },
      { channel: other.id, previous: proof('a'), next },
      { channel: '00000000-0000-4000-8000-000000000000', previous: proof('a'), next },
    ];
    for (const renewal of refused) expect(codeOf(await renew(renewal))).toEqual([404, 'not_found']);
    const inside = { ...next, endpoint: 'http://10.0.0.1/push' };
    expect(codeOf(await renew({ channel: id, previous: proof('a'), next: inside }))).toEqual([
      422,
      'validation_failed',
    ]);
    expect((await renew({ channel: 'x', previous: proof('a'), next })).status).toBe(400);
    expect(await settingsOf(id)).toEqual(subscription('a'));
  });
});

describe('Telegram', () => {
  const { webhookSecret } = testChannels('http://127.0.0.1').telegram;
  const say = (text: string, secret = webhookSecret) =>
    api.call({
      method: 'POST',
      url: '/api/telegram/webhook',
      payload: { update_id: 1, message: { chat: { id: 42, type: 'private' }, text } },
      headers: { 'x-telegram-bot-api-secret-token': secret },
      as: null,
    });
  const telegram = { kind: 'telegram', name: 'Mi Telegram', settings: {} };
  const codeIn = (link = '') => new URL(link).searchParams.get('start') ?? '';

  it('is linked by the code of its own link, once', async () => {
    const { id, link, state, reason } = await create(telegram);
    expect([state, reason]).toEqual(['paused', expect.stringContaining('Falta abrir su enlace')]);
    expect(codeOf(await patch(id, { state: 'active' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await test(id))).toEqual([422, 'validation_failed']);
    expect((await say(`/start ${'x'.repeat(32)}`)).body).toMatchObject({
      text: expect.stringContaining('ya no vale'),
    });
    const linked = await say(`/start ${codeIn(link)}`);
    expect(linked.body).toMatchObject({ method: 'sendMessage', chat_id: '42' });
    expect((await list()).items[1]).toMatchObject({ id, state: 'active', reason: null });
    expect((await say(`/start ${codeIn(link)}`)).body).toMatchObject({
      text: expect.stringContaining('ya no vale'),
    });
  });

  it('is not linked by a code that is over', async () => {
    const { link } = await create(telegram);
    await api.pool.query(`update channels set link_code_expires_at = now() where uid = $1`, [
      me.uid,
    ]);
    await say(`/start ${codeIn(link)}`);
    expect((await list()).items[1]).toMatchObject({ state: 'paused' });
  });

  it('listens to nobody without the secret, and ignores what is not for it', async () => {
    const { link } = await create(telegram);
    expect((await say(`/start ${codeIn(link)}`, 'otro')).status).toBe(401);
    expect(await say('hola')).toMatchObject({ status: 200, body: {} });
    expect((await list()).items[1]).toMatchObject({ state: 'paused' });
  });
});

it('closing the account gives up what waited', async () => {
  const { id } = await create();
  await api.pool.query(
    `insert into deliveries (id, channel_id, uid, kind, alerts)
     values (gen_random_uuid(), $1, $2, 'webhook', '[]')`,
    [id, me.uid],
  );
  await me.send('DELETE', 'profile?modo=cerrar');
  const { rows } = await api.pool.query(
    `select state, last_error from deliveries where uid = $1 and kind <> 'mail'`,
    [me.uid],
  );
  expect(rows).toEqual([{ state: 'failed', last_error: 'account closed' }]);
});
