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
  tipo: 'webhook',
  nombre: 'Mi robot',
  ajustes: { url: `${receiver.origin}/una-ruta-secreta` },
});
const post = (payload: object) => me.send('POST', 'channels', payload);
const create = async (payload: object = webhook()) =>
  channelCreated.parse((await post(payload)).body);
const list = async () => channelList.parse((await me.send('GET', 'channels')).body);
const patch = (id: string, payload: object) => me.send('PATCH', `channels/${id}`, payload);
const remove = (id: string) => me.send('DELETE', `channels/${id}`);
const test = (id: string) => me.send('POST', `channels/${id}/prueba`);

describe('a channel', () => {
  it('is added, listed after mail, renamed, paused, started and removed', async () => {
    const { id, secreto } = await create();
    expect(secreto).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await list()).items).toMatchObject([
      { id: 'correo', tipo: 'correo', estado: 'activo' },
      {
        id,
        tipo: 'webhook',
        nombre: 'Mi robot',
        estado: 'activo',
        motivo: null,
        ultimaEntrega: null,
      },
    ]);
    const paused = await patch(id, { nombre: 'Otro', estado: 'pausado' });
    expect(channelItem.parse(paused.body)).toMatchObject({ nombre: 'Otro', estado: 'pausado' });
    expect((await patch(id, { estado: 'activo' })).body).toMatchObject({ estado: 'activo' });
    expect((await patch(id, {})).status).toBe(400);
    expect((await remove(id)).status).toBe(200);
    expect((await list()).items).toHaveLength(1);
  });

  it('shows its secrets once, and keeps them from every other answer', async () => {
    const { id, secreto = '' } = await create();
    const token = 'tk_muy_secreto';
    await create({
      tipo: 'ntfy',
      nombre: 'Casa',
      ajustes: { servidor: receiver.origin, tema: 'tema-secreto', token },
    });
    const exported = await me.send('GET', 'export');
    const { canales } = userExport.parse(exported.body);
    expect(canales).toMatchObject([{ id, nombre: 'Mi robot' }, { nombre: 'Casa' }]);
    const answers = [
      exported.text,
      (await me.send('GET', 'channels')).text,
      (await patch(id, { estado: 'pausado' })).text,
    ];
    for (const text of answers)
      expect(text).not.toMatch(/secreto-|una-ruta-secreta|tema-secreto|tk_muy/);
    for (const text of answers) expect(text).not.toContain(secreto);
  });

  it('says what the other side said to a test', async () => {
    const { id } = await create();
    expect(channelTest.parse((await test(id)).body)).toEqual({
      entregado: true,
      estado: 200,
      respuesta: 'Respondió 200: received',
    });
    expect(JSON.parse(receiver.received[0]?.body.toString() ?? '')).toMatchObject({
      tipo: 'prueba',
      alertas: [],
    });
    receiver.answer = (response) => {
      response.statusCode = 401;
      response.end('who are you?');
    };
    expect((await test(id)).body).toEqual({
      entregado: false,
      estado: 401,
      respuesta: 'Respondió 401: who are you?',
    });
    // A test refused stops nothing, and is remembered until something arrives.
    expect((await list()).items[1]).toMatchObject({
      estado: 'activo',
      fallo: 'La prueba no llegó. Respondió 401: who are you?',
    });
    receiver.answer = (response) => response.end();
    const moved = { ajustes: { url: `${receiver.origin}/otra` } };
    expect(channelItem.parse((await patch(id, moved)).body).fallo).toBeUndefined();
    expect((await test(id)).body).toMatchObject({ entregado: true });
    expect(receiver.received.at(-1)?.path).toBe('/otra');
  });

  it('is one of twenty at most, also of requests at the same time', async () => {
    const ntfy = { tipo: 'ntfy', nombre: 'n', ajustes: { servidor: receiver.origin, tema: 't' } };
    const answers = await Promise.all(Array.from({ length: 23 }, () => post(ntfy)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  });

  const to = (url: string) => ({ tipo: 'webhook', nombre: 'w', ajustes: { url } });
  const local = 'http://127.0.0.1/';
  // Every address: channel-addresses.test.ts.
  it.each([
    ['a private address', to('http://10.0.0.1/'), 422],
    ['an unknown field', { ...to(local), ajustes: { url: local, secreto: 'mío' } }, 400],
    ['a kind that does not exist', { tipo: 'fax', nombre: 'f', ajustes: {} }, 400],
    ['mail', { tipo: 'correo', nombre: 'c', ajustes: {} }, 400],
    [
      'a topic with a path',
      { tipo: 'ntfy', nombre: 'n', ajustes: { servidor: local, tema: '../a' } },
      400,
    ],
  ])('is not added with %s', async (_what, payload, status) => {
    expect((await post(payload)).status).toBe(status);
    expect((await list()).items).toHaveLength(1);
  });
});

describe('mail as a channel', () => {
  it('is paused and started like the others, and cannot be removed or renamed', async () => {
    expect((await patch('correo', { estado: 'pausado' })).body).toMatchObject({
      estado: 'pausado',
    });
    expect((await me.send('GET', 'notifications')).body).toMatchObject({ correo: 'baja' });
    expect((await patch('correo', { estado: 'activo' })).body).toMatchObject({ estado: 'activo' });
    expect(codeOf(await patch('correo', { nombre: 'Otro' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await remove('correo'))).toEqual([422, 'validation_failed']);
    expect((await test('correo')).body).toMatchObject({ entregado: true });
    expect(api.mails.at(-1)).toEqual({ kind: 'test', uid: me.uid });
  });
});

describe('plans', () => {
  it('say what can be added, and with which plan', async () => {
    expect((await list()).tipos).toEqual([
      { tipo: 'push', plan: 'basico' },
      { tipo: 'ntfy', plan: 'premium' },
      { tipo: 'gotify', plan: 'premium' },
      { tipo: 'telegram', plan: 'premium' },
      { tipo: 'discord', plan: 'premium' },
      { tipo: 'webhook', plan: 'elite' },
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
    await patch(paused, { estado: 'pausado' });
    await grantPlanTo(api.pool, me.uid, 'premium');
    const [, stopped, byUser] = (await list()).items;
    expect(stopped).toMatchObject({
      id,
      estado: 'pausado',
      motivo: 'Tu plan ya no lo incluye; vuelve con el plan Elite.',
    });
    expect(byUser).toMatchObject({ id: paused, estado: 'pausado', motivo: null });
    expect(codeOf(await patch(id, { estado: 'activo' }))).toEqual([402, 'plan_limit']);
    expect(codeOf(await test(id))).toEqual([402, 'plan_limit']);
    await grantPlanTo(api.pool, me.uid, 'elite');
    expect((await list()).items.map(({ estado }) => estado)).toEqual([
      'activo',
      'activo',
      'pausado',
    ]);
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
  const add = () => create({ tipo: 'push', nombre: 'Móvil', ajustes: subscription('a') });
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
    const renewal = { canal: id, anterior: proof('a'), nueva: subscription('b') };
    for (let nth = 1; nth <= 2; nth += 1)
      expect(await renew(renewal)).toMatchObject({ status: 200, body: { renovado: true } });
    expect(await settingsOf(id)).toEqual(subscription('b'));
    const { rows } = await api.pool.query(
      'select state, failures, rejections from channels where id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'activo', failures: 0, rejections: 0 }]);
    // The former one proves nothing any more.
    const again = { canal: id, anterior: proof('a'), nueva: subscription('c') };
    expect(codeOf(await renew(again))).toEqual([404, 'not_found']);
  });

  it('stays as it is for everybody else', async () => {
    const { id } = await add();
    const other = await create();
    const nueva = subscription('b');
    const wrong = { ...proof('a'), auth: 'x'.repeat(22) };
    const refused = [
      { canal: id, anterior: wrong, nueva },
      { canal: id, anterior: { ...proof('a'), endpoint: nueva.endpoint }, nueva },
      { canal: other.id, anterior: proof('a'), nueva },
      { canal: '00000000-0000-4000-8000-000000000000', anterior: proof('a'), nueva },
    ];
    for (const renewal of refused) expect(codeOf(await renew(renewal))).toEqual([404, 'not_found']);
    const inside = { ...nueva, endpoint: 'http://10.0.0.1/push' };
    expect(codeOf(await renew({ canal: id, anterior: proof('a'), nueva: inside }))).toEqual([
      422,
      'validation_failed',
    ]);
    expect((await renew({ canal: 'x', anterior: proof('a'), nueva })).status).toBe(400);
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
  const telegram = { tipo: 'telegram', nombre: 'Mi Telegram', ajustes: {} };
  const codeIn = (link = '') => new URL(link).searchParams.get('start') ?? '';

  it('is linked by the code of its own link, once', async () => {
    const { id, enlace, estado, motivo } = await create(telegram);
    expect([estado, motivo]).toEqual(['pausado', expect.stringContaining('Falta abrir su enlace')]);
    expect(codeOf(await patch(id, { estado: 'activo' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await test(id))).toEqual([422, 'validation_failed']);
    expect((await say(`/start ${'x'.repeat(32)}`)).body).toMatchObject({
      text: expect.stringContaining('ya no vale'),
    });
    const linked = await say(`/start ${codeIn(enlace)}`);
    expect(linked.body).toMatchObject({ method: 'sendMessage', chat_id: '42' });
    expect((await list()).items[1]).toMatchObject({ id, estado: 'activo', motivo: null });
    expect((await say(`/start ${codeIn(enlace)}`)).body).toMatchObject({
      text: expect.stringContaining('ya no vale'),
    });
  });

  it('is not linked by a code that is over', async () => {
    const { enlace } = await create(telegram);
    await api.pool.query(`update channels set link_code_expires_at = now() where uid = $1`, [
      me.uid,
    ]);
    await say(`/start ${codeIn(enlace)}`);
    expect((await list()).items[1]).toMatchObject({ estado: 'pausado' });
  });

  it('listens to nobody without the secret, and ignores what is not for it', async () => {
    const { enlace } = await create(telegram);
    expect((await say(`/start ${codeIn(enlace)}`, 'otro')).status).toBe(401);
    expect(await say('hola')).toMatchObject({ status: 200, body: {} });
    expect((await list()).items[1]).toMatchObject({ estado: 'pausado' });
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
