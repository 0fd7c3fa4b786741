/** Authorisation matrix: every documented route × no session, another user, keys, a suspended account, a revoked session. */
import type { HTTPMethods } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyScopes } from '#contract/api-keys.ts';
import { redirect } from '#contract/billing.ts';
import { channelCreated } from '#contract/channels.ts';
import { errorBody } from '#contract/errors.ts';
import { listApiKeys } from '#server/db/users/api-keys.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { cards, newUid, openBillingHarness } from '#tests/faults/support/billing-harness.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { createKey, seedAlert } from './api.harness.ts';
import { below } from './api-user.ts';
import { type OwnedIds, type Sample, samples } from './authorisation-samples.ts';
import { findUserRows } from './find-user-rows.ts';

const owner = 'duena-de-todo';
const harness = await openBillingHarness();
let ownedIds: OwnedIds;
let revoked: string;

beforeAll(async () => {
  const { url } = redirect.parse(
    (await harness.call(owner, 'POST', 'checkout', { plan: 'premium' })).body,
  );
  const { sessionId } = await harness.pay(url, cards.good);
  await harness.deliverAll();
  const saved = await harness.api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid: owner },
    payload: {
      partidos: ['m1'],
      umbrales: { 'umbral-ajeno': below('c1', 17_777) },
      frecuencia: 60,
    },
  });
  expect(saved.status).toBe(200);
  const alertId = await seedAlert(harness.api.pool, owner, 'umbral-ajeno');
  const later = `revoked_after = now() + interval '1 hour'`;
  revoked = await newUser(`update users set ${later} where uid = $1`);
  await createKey(harness.api.pool, owner, 'read');
  const [key] = await listApiKeys(harness.api.pool, owner);
  const channel = await harness.api.call({
    method: 'POST',
    url: '/api/users/channels',
    payload: requestOf(samples['POST /api/users/channels'] as Sample).payload as object,
    as: { uid: owner },
  });
  ownedIds = {
    thresholdId: 'umbral-ajeno',
    alertId,
    sessionId,
    apiKeyId: key?.id ?? '',
    channelId: channelCreated.parse(channel.body).id,
  };
});

const routes = Object.entries(samples).map(([route, sample]) => {
  const [method, url] = route.split(' ') as [HTTPMethods, string];
  return { route, method, url, sample };
});
type Route = (typeof routes)[number];
const requestOf = ({ request }: Sample) =>
  typeof request === 'function' ? request(ownedIds) : request;

async function sendRequest(
  { method, url }: Route,
  { query, params = {}, ...request }: ReturnType<typeof requestOf>,
  headers: Record<string, string>,
) {
  const path = url.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
  const response = await harness.api.app.inject({
    method,
    url: query === undefined ? path : `${path}?${query}`,
    ...request,
    headers: { ...headers, ...request.headers },
    payloadAsStream: true,
  });
  const { statusCode, headers: answered } = response;
  // A live stream never ends by itself.
  if (answered['content-type']?.toString().startsWith('text/event-stream')) {
    response.stream().destroy();
    return { status: statusCode, headers: answered, text: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
  return { status: statusCode, headers: answered, text: Buffer.concat(chunks).toString('utf8') };
}
const authHeaders = async (uid: string, claims = {}) => ({
  authorization: `Bearer ${await harness.api.token({ uid, ...claims })}`,
});
/** @param sql of what is true of the new user, `$1` the uid */
async function newUser(sql: string): Promise<string> {
  const uid = newUid();
  await insertSamples(harness.api.pool, { users: [{ uid }] });
  await harness.api.pool.query(sql, [uid]);
  return uid;
}
const codeOf = (text: string) => errorBody.parse(JSON.parse(text)).code;

describe('every documented route', () => {
  it('has a sample request', () => {
    const { paths } = harness.api.app.swagger() as unknown as OpenApi;
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        // An empty list means that the route is public.
        Array.isArray(security) && security.length === 0 ? [] : `${method.toUpperCase()} ${path}`,
      ),
    );
    expect(routes.map(({ route }) => route).sort()).toEqual(guarded.sort());
  });
});

describe.each(routes)('$route', (route) => {
  const { method, sample } = route;
  const send = async (uid: string, headers = {}) =>
    sendRequest(route, requestOf(sample), { ...(await authHeaders(uid)), ...headers });

  it('answers 401 without a session', async () => {
    const basic = (await authHeaders(newUid())).authorization.replace('Bearer', 'Basic');
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }, { authorization: basic }]) {
      const { status, text } = await sendRequest(route, requestOf(sample), headers);
      expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
    }
  });

  it('neither shows nor changes another user’s data, and lets no page of another origin read it', async () => {
    // What an answer to her leaves in memory is nobody else's either.
    if (method === 'GET') await send(owner);
    const before = await findUserRows(harness.api.pool, owner);
    const { status, text, headers } = await send(newUid(), { origin: 'https://otra.example' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect([status, text]).toEqual([sample.statusForOthers, expect.anything()]);
    for (const secret of [owner, '17777', '17_777']) expect(text).not.toContain(secret);
    expect(await findUserRows(harness.api.pool, owner)).toEqual(before);
  });

  const { keys: needed } = sample;
  it(`accepts keys: ${needed ?? 'none'}`, async () => {
    for (const scope of keyScopes) {
      const uid = await newUser(`insert into plan_grants values ($1, 'elite', 'test')`);
      const bearer = `Bearer ${await createKey(harness.api.pool, uid, scope)}`;
      const { status, text } = await sendRequest(route, requestOf(sample), {
        authorization: bearer,
      });
      if (needed === scope || needed === 'read')
        expect([scope, status]).toEqual([scope, sample.statusForOthers]);
      else expect([scope, status, codeOf(text)]).toEqual([scope, 403, 'forbidden']);
    }
  });

  it('allows a suspended account to read and to leave, but no other change', async () => {
    const uid = await newUser(`update users set estado = 'suspendido' where uid = $1`);
    const { status, text } = await send(uid);
    if (method === 'GET' || sample.whileSuspended) expect(status).toBe(sample.statusForOthers);
    else expect([status, codeOf(text)]).toEqual([422, 'account_suspended']);
  });

  it('answers 401 to a revoked session', async () => {
    const { status, text } = await send(revoked);
    expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
  });
});
