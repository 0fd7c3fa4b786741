/** Authorisation matrix: every documented route × no session, another user, a lower plan, keys, a suspended account, a revoked session. */
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyScope, keyScopes } from '#contract/api-keys.ts';
import { redirect } from '#contract/billing.ts';
import { channelCreated } from '#contract/channels.ts';
import { errorBody } from '#contract/errors.ts';
import { drawApiKey } from '#server/auth/api-key.ts';
import { insertApiKey, listApiKeys } from '#server/db/users/api-keys.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { cards, newUid, openBillingHarness } from '#tests/faults/support/billing-harness.ts';
import { seedAlert } from './api.harness.ts';
import { keyScopeByRoute, type OwnedIds, type Sample, samples } from './authorisation-samples.ts';
import { findUserRows } from './find-user-rows.ts';

const owner = 'duena-de-todo';
const verdicts: string[] = [];
const harness = await openBillingHarness();
let ownedIds: OwnedIds;

beforeAll(async () => {
  const { url } = redirect.parse(
    (await harness.call(owner, 'POST', 'checkout', { plan: 'premium' })).body,
  );
  const { sessionId } = await harness.pay(url, cards.good);
  await harness.deliverAll();
  const umbral = { objetivo: { tipo: 'coleccionable', id: 'c1' }, condicion: 'por_debajo' };
  const saved = await harness.api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid: owner },
    payload: {
      partidos: ['m1'],
      umbrales: { 'umbral-ajeno': { ...umbral, valor: 17_777, moneda: 'EUR' } },
      frecuencia: 60,
    },
  });
  expect(saved.status).toBe(200);
  const alertId = await seedAlert(harness.api.pool, owner, 'umbral-ajeno');
  await createKey(owner, 'lectura');
  const [key] = await listApiKeys(harness.api.pool, owner);
  const channel = await harness.api.call({
    method: 'POST',
    url: '/api/users/channels',
    payload: samples['POST /api/users/channels']?.request({} as OwnedIds).payload as object,
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
afterAll(() => {
  process.stdout.write(`Authorisation: ${verdicts.length} verdicts over ${routes.length} routes\n`);
});

const routes = Object.entries(samples).map(([route, sample]) => {
  const [method, url] = route.split(' ') as [HTTPMethods, string];
  return { route, method, url, sample };
});
type Route = (typeof routes)[number];

async function sendRequest(
  { method, url }: Route,
  { query, params = {}, ...request }: ReturnType<Sample['request']>,
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
async function createKey(uid: string, scope: KeyScope): Promise<string> {
  const { key, ...drawn } = drawApiKey();
  await insertApiKey(harness.api.pool, uid, { name: 'test', scope, expiresAt: null, ...drawn });
  return key;
}
const authHeaders = async (uid: string, claims = {}) => ({
  authorization: `Bearer ${await harness.api.token({ uid, ...claims })}`,
});
const codeOf = (text: string) => errorBody.parse(JSON.parse(text)).code;
const recordVerdict = ({ route }: Route, who: string) => verdicts.push(`${who}: ${route}`);

describe('every documented route', () => {
  it('has a sample request, and one beyond Básico where it can answer 402', () => {
    const { paths } = harness.api.app.swagger() as unknown as OpenApi;
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security, responses }]) =>
        // An empty list means that the route is public.
        Array.isArray(security) && security.length === 0
          ? []
          : [
              {
                route: `${method.toUpperCase()} ${path}`,
                canAnswer402: '402' in (responses as object),
              },
            ],
      ),
    );
    expect(Object.keys(keyScopeByRoute).sort()).toEqual(routes.map(({ route }) => route).sort());
    expect(routes.map(({ route }) => route).sort()).toEqual(
      guarded.map(({ route }) => route).sort(),
    );
    expect(
      routes
        .filter(({ sample }) => sample.beyondBasico)
        .map(({ route }) => route)
        .sort(),
    ).toEqual(
      guarded
        .filter(({ canAnswer402 }) => canAnswer402)
        .map(({ route }) => route)
        .sort(),
    );
  });
});

describe.each(routes)('$route', (route) => {
  const { method, sample } = route;

  it('answers 401 without a session', async () => {
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }]) {
      const { status, text } = await sendRequest(route, sample.request(ownedIds), headers);
      expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
    }
    recordVerdict(route, 'anonymous');
  });

  it('neither shows nor changes another user’s data', async () => {
    const before = await findUserRows(harness.api.pool, owner);
    const otherUser = await authHeaders(newUid());
    const { status, text } = await sendRequest(route, sample.request(ownedIds), otherUser);
    expect([status, text]).toEqual([sample.statusForOthers, expect.anything()]);
    for (const secret of [owner, '17777', '17_777']) expect(text).not.toContain(secret);
    expect(await findUserRows(harness.api.pool, owner)).toEqual(before);
    recordVerdict(route, 'another user');
  });

  it('sends no CORS headers to another origin', async () => {
    const { headers } = await sendRequest(route, sample.request(ownedIds), {
      ...(await authHeaders(newUid())),
      origin: 'https://otra.example',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    recordVerdict(route, 'another origin');
  });

  const { beyondBasico, settingsBefore, rowsBefore } = sample;
  if (beyondBasico)
    it('answers 402 with the plan required', async () => {
      const uid = newUid();
      if (settingsBefore)
        await harness.api.call({
          method: 'PUT',
          url: '/api/users/config',
          as: { uid },
          ...settingsBefore,
        });
      if (rowsBefore) {
        await harness.api.call({ url: '/api/auth/verify', as: { uid } });
        await harness.api.pool.query(rowsBefore, [uid]);
      }
      const { status, text } = await sendRequest(route, beyondBasico, await authHeaders(uid));
      expect([status, JSON.parse(text)]).toEqual([
        402,
        expect.objectContaining({ code: 'plan_limit', requiredPlan: expect.any(String) }),
      ]);
      recordVerdict(route, 'lower plan');
    });

  it(`accepts keys: ${keyScopeByRoute[route.route]}`, async () => {
    const needed = keyScopeByRoute[route.route];
    for (const scope of keyScopes) {
      const uid = newUid();
      await harness.api.call({ url: '/api/auth/verify', as: { uid } });
      await harness.api.pool.query(`insert into plan_grants values ($1, 'elite', 'test')`, [uid]);
      const bearer = `Bearer ${await createKey(uid, scope)}`;
      const { status, text } = await sendRequest(route, sample.request(ownedIds), {
        authorization: bearer,
      });
      if (needed === scope || needed === 'lectura')
        expect([scope, status]).toEqual([scope, sample.statusForOthers]);
      else expect([scope, status, codeOf(text)]).toEqual([scope, 403, 'forbidden']);
    }
    recordVerdict(route, 'key');
  });

  it('allows a suspended account to read and to leave, but no other change', async () => {
    const uid = newUid();
    await harness.api.call({ url: '/api/auth/verify', as: { uid } });
    await harness.api.pool.query(`update users set estado = 'suspendido' where uid = $1`, [uid]);
    const { status, text } = await sendRequest(
      route,
      sample.request(ownedIds),
      await authHeaders(uid),
    );
    if (method === 'GET' || sample.whileSuspended) expect(status).toBe(sample.statusForOthers);
    else expect([status, codeOf(text)]).toEqual([422, 'account_suspended']);
    recordVerdict(route, 'suspended');
  });

  it('answers 401 to a revoked session', async () => {
    const uid = newUid();
    await harness.api.call({ url: '/api/auth/verify', as: { uid } });
    const later = `update users set revoked_after = now() + interval '1 hour' where uid = $1`;
    await harness.api.pool.query(later, [uid]);
    const { status, text } = await sendRequest(
      route,
      sample.request(ownedIds),
      await authHeaders(uid),
    );
    expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
    recordVerdict(route, 'revoked session');
  });
});
