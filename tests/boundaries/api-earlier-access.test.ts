/** Channels and keys belong to the address that made them: what is older than its confirmation, or than its change, stops. */
import { beforeEach, expect, it } from 'vitest';
import { apiKeyList } from '#contract/api-keys.ts';
import { channelList } from '#contract/channels.ts';
import { insertApiKey } from '#server/db/users/api-keys.ts';
import { addressFingerprint, signLink } from '#server/mail/signed-links.ts';
import { grantPlanTo } from '#tests/support/grant-plan-to.ts';
import type { Claims } from '#tests/support/id-token.ts';
import { linkSecret, openTestApi } from './api.harness.ts';
import { codeOf } from './api-user.ts';

const api = await openTestApi();
let uid: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  uid = `user${count}`;
});

const webhook = { kind: 'webhook', name: 'Mi robot', settings: { url: 'https://example.test/x' } };
const key = { name: 'Robot', scope: 'write' };
const send = (method: 'POST' | 'PATCH' | 'GET', path: string, as: Claims, payload?: object) =>
  api.call({ method, url: `/api/users/${path}`, as: { uid, ...as }, ...(payload && { payload }) });
/** As an account has that made them before confirming was asked for. */
async function addEarlierAccess(): Promise<void> {
  await api.pool.query(
    `insert into channels (id, uid, kind, name, state, pause_reason, settings, link_code_hash, link_code_expires_at) values
       (gen_random_uuid(), $1, 'webhook', 'a', 'active', null, '', null, null),
       (gen_random_uuid(), $1, 'webhook', 'b', 'paused', 'plan', '', null, null),
       (gen_random_uuid(), $1, 'telegram', 'c', 'paused', 'link', '', sha256($1::bytea), now() + interval '1 hour')`,
    [uid],
  );
  const drawn = { prefix: uid, hash: Buffer.alloc(32), expiresAt: null };
  await insertApiKey(api.pool, uid, { name: 'k', scope: 'write', ...drawn });
}
async function readAccess(as: Claims = {}) {
  const { items } = channelList.parse((await send('GET', 'channels', as)).body);
  const { rows } = await api.pool.query(
    'select 1 from channels where uid = $1 and link_code_hash is not null',
    [uid],
  );
  return {
    states: items.slice(1).map(({ state }) => state),
    reasons: items.slice(1).filter(({ reason }) => reason?.includes('antes de confirmar')).length,
    links: rows.length,
    ...(await readKeys(as)),
  };
}
async function readKeys(as: Claims) {
  const { items, deletedAt } = apiKeyList.parse((await send('GET', 'keys', as)).body);
  return { keys: items.length, saysEnded: deletedAt !== null };
}
const listMails = async () =>
  (
    await api.pool.query(
      `select to_address as to, subject, body_text as text from deliveries where uid = $1 and cause = 'account' order by created_at, id`,
      [uid],
    )
  ).rows as { to: string; subject: string; text: string }[];
const stopped = {
  states: ['paused', 'paused', 'paused'],
  reasons: 2,
  links: 0,
  keys: 0,
  saysEnded: true,
};

it('neither is made before the address is confirmed', async () => {
  const as = { verified: false };
  await send('GET', 'channels', as);
  await grantPlanTo(api.pool, uid, 'elite');
  expect(codeOf(await send('POST', 'channels', as, webhook))).toEqual([409, 'email_unconfirmed']);
  expect(codeOf(await send('POST', 'keys', as, key))).toEqual([409, 'email_unconfirmed']);
  await addEarlierAccess();
  const { items } = channelList.parse((await send('GET', 'channels', as)).body);
  expect(codeOf(await send('PATCH', `channels/${items[2]?.id}`, as, { state: 'active' }))).toEqual([
    409,
    'email_unconfirmed',
  ]);
});

it.each([
  ['a sign-in with Google', () => send('GET', 'channels', {})],
  [
    'the link of the mail',
    () => {
      const subject = addressFingerprint(`${uid}@example.test`);
      const token = signLink(
        { purpose: 'confirm', uid, subject, expiresAtMs: Date.now() + 60_000 },
        [linkSecret],
      );
      return api.call({ method: 'POST', url: `/api/users/confirmar?token=${token}`, as: null });
    },
  ],
])(
  'what is older than the first confirmation stops, and its address is told: %s',
  async (_, confirm) => {
    await send('GET', 'channels', { verified: false });
    await grantPlanTo(api.pool, uid, 'elite');
    await addEarlierAccess();
    await confirm();
    expect(await readAccess()).toEqual(stopped);
    expect(await listMails()).toMatchObject([
      {
        to: `${uid}@example.test`,
        text: expect.stringMatching(/pausa los canales y hemos borrado las claves/),
      },
    ]);
    // Once: those that come afterwards go on.
    expect((await send('POST', 'channels', {}, webhook)).status).toBe(201);
    await send('GET', 'channels', {});
    expect((await readAccess()).states).toEqual([...stopped.states, 'active']);
  },
);

it('a sign-in with Google ends the sessions of whoever made the account before', async () => {
  const earlier = { verified: false, auth_time: Math.floor(Date.now() / 1_000) - 100 };
  expect((await send('GET', 'channels', earlier)).status).toBe(200);
  const firebase = { sign_in_provider: 'google.com' };
  expect((await send('GET', 'channels', { firebase })).status).toBe(200);
  expect((await send('GET', 'channels', earlier)).status).toBe(401);
  // The identity service has removed it, and its refusal says «Contraseña incorrecta».
  expect((await listMails()).map(({ text }) => text)).toEqual([
    expect.stringContaining('La contraseña que tenía la cuenta ya no vale'),
  ]);
});

it('an account that Google confirms at its creation keeps what it makes', async () => {
  await send('GET', 'channels', {});
  await grantPlanTo(api.pool, uid, 'elite');
  expect((await send('POST', 'channels', {}, webhook)).status).toBe(201);
  expect((await send('POST', 'keys', {}, key)).status).toBe(201);
  expect(await readAccess()).toMatchObject({ states: ['active'], keys: 1, saysEnded: false });
  expect(await listMails()).toMatchObject([
    { to: `${uid}@example.test`, text: expect.stringContaining('«Mi robot» (el webhook)') },
    { to: `${uid}@example.test`, text: expect.stringContaining('«Robot»') },
  ]);
});

it('a session of the former address is refused, and does not bring that back', async () => {
  const earlier = { auth_time: Math.floor(Date.now() / 1_000) - 100 };
  await send('GET', 'channels', earlier);
  await send('GET', 'channels', { email: 'otra@example.test' });
  expect((await send('GET', 'channels', earlier)).status).toBe(401);
  const { rows } = await api.pool.query('select email from users where uid = $1', [uid]);
  expect(rows).toEqual([{ email: 'otra@example.test' }]);
});

it.each([true, false])(
  'another address stops what the one before had, and tells it: confirmed %s',
  async (verified) => {
    await send('GET', 'channels', {});
    await grantPlanTo(api.pool, uid, 'elite');
    await addEarlierAccess();
    const as = { email: 'otra@example.test', verified };
    await send('GET', 'channels', as);
    expect(await readAccess(as)).toEqual(stopped);
    expect(await listMails()).toMatchObject([
      { to: `${uid}@example.test`, subject: 'El correo de tu cuenta ha cambiado' },
    ]);
    const { rows } = await api.pool.query('select 1 from projection_jobs where uid = $1', [uid]);
    expect(rows).toHaveLength(1);
  },
);

it('a key asks for a recent sign-in', async () => {
  await send('GET', 'channels', {});
  await grantPlanTo(api.pool, uid, 'elite');
  const as = { auth_time: Math.floor(Date.now() / 1_000) - 301 };
  expect(codeOf(await send('POST', 'keys', as, key))).toEqual([409, 'reauthentication_required']);
});

it('signing out everywhere refuses every session so far, and none that follows', async () => {
  await send('GET', 'channels', {});
  const ended = await api.call({ method: 'DELETE', url: '/api/users/sessions', as: { uid } });
  expect([ended.status, ended.body]).toEqual([200, { ended: true }]);
  expect((await send('GET', 'channels', {})).status).toBe(401);
  const again = { auth_time: Math.floor(Date.now() / 1_000) };
  expect((await send('GET', 'channels', again)).status).toBe(200);
});
