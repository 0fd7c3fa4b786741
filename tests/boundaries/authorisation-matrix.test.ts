/** Who may do what: every route of the API description × a stranger's session, none, a lesser plan's, a suspended and an ended one. */
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { errorBody } from '#contract/errors.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import {
  type BillingHarness,
  cards,
  createBillingHarness,
  newcomer,
} from '#tests/faults/support/billing-harness.ts';
import { seedAlert } from './api.harness.ts';
import { type Belongings, type Sample, samples } from './authorisation-samples.ts';
import { findUserRows } from './find-user-rows.ts';

const owner = 'duena-de-todo';
const verdicts: string[] = [];
let rig: BillingHarness;
let belongings: Belongings;

beforeAll(async () => {
  rig = await createBillingHarness();
  const { url } = redirect.parse(
    (await rig.call(owner, 'POST', 'checkout', { plan: 'premium' })).body,
  );
  const { sessionId } = await rig.pay(url, cards.good);
  await rig.deliverAll();
  const umbral = { objetivo: { tipo: 'coleccionable', id: 'c1' }, condicion: 'por_debajo' };
  const saved = await rig.api.call({
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
  const alertId = await seedAlert(rig.api.pool, owner, 'umbral-ajeno');
  belongings = { thresholdId: 'umbral-ajeno', alertId, visitId: sessionId };
});
afterAll(async () => {
  await rig?.close();
  process.stdout.write(`Authorisation: ${verdicts.length} verdicts over ${routes.length} routes\n`);
});

const routes = Object.entries(samples).map(([route, sample]) => {
  const [method, url] = route.split(' ') as [HTTPMethods, string];
  return { route, method, url, sample };
});
type Route = (typeof routes)[number];

async function answer(
  { method, url }: Route,
  { query, ...ask }: ReturnType<Sample['ask']>,
  headers: Record<string, string>,
) {
  const response = await rig.api.app.inject({
    method,
    url: query === undefined ? url : `${url}?${query}`,
    ...ask,
    headers: { ...headers, ...ask.headers },
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
const as = async (uid: string, claims = {}) => ({
  authorization: `Bearer ${await rig.api.token({ uid, ...claims })}`,
});
const codeOf = (text: string) => errorBody.parse(JSON.parse(text)).code;
const judged = ({ route }: Route, who: string) => verdicts.push(`${who}: ${route}`);

describe('every route of the description', () => {
  it('has its request here, and a lesser plan’s where it can answer 402', () => {
    const { paths } = rig.api.app.swagger() as unknown as OpenApi;
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security, responses }]) =>
        // An empty list says that the route is open to everybody.
        Array.isArray(security) && security.length === 0
          ? []
          : [{ route: `${method.toUpperCase()} ${path}`, pays: '402' in (responses as object) }],
      ),
    );
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
        .filter(({ pays }) => pays)
        .map(({ route }) => route)
        .sort(),
    );
  });
});

describe.each(routes)('$route', (route) => {
  const { method, sample } = route;

  it('knows nobody without a session', async () => {
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }]) {
      const { status, text } = await answer(route, sample.ask(belongings), headers);
      expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
    }
    judged(route, 'anonymous');
  });

  it('gives a stranger nothing of its owner’s and changes nothing', async () => {
    const before = await findUserRows(rig.api.pool, owner);
    const stranger = await as(newcomer());
    const { status, text } = await answer(route, sample.ask(belongings), stranger);
    expect([status, text]).toEqual([sample.toStrangers, expect.anything()]);
    for (const secret of [owner, '17777', '17_777']) expect(text).not.toContain(secret);
    expect(await findUserRows(rig.api.pool, owner)).toEqual(before);
    judged(route, 'stranger');
  });

  it('lets no page of another origin read its answer', async () => {
    const { headers } = await answer(route, sample.ask(belongings), {
      ...(await as(newcomer())),
      origin: 'https://otra.example',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    judged(route, 'another origin');
  });

  const { beyondBasico } = sample;
  if (beyondBasico)
    it('names the plan that would lift its limit', async () => {
      const { status, text } = await answer(route, beyondBasico, await as(newcomer()));
      expect([status, JSON.parse(text)]).toEqual([
        402,
        expect.objectContaining({ code: 'plan_limit', requiredPlan: expect.any(String) }),
      ]);
      judged(route, 'lesser plan');
    });

  it('lets the suspended look and leave, and change nothing else', async () => {
    const uid = newcomer();
    await rig.api.call({ url: '/api/auth/verify', as: { uid } });
    await rig.api.pool.query(`update users set estado = 'suspendido' where uid = $1`, [uid]);
    const { status, text } = await answer(route, sample.ask(belongings), await as(uid));
    if (method === 'GET' || sample.whileSuspended) expect(status).toBe(sample.toStrangers);
    else expect([status, codeOf(text)]).toEqual([422, 'rule_broken']);
    judged(route, 'suspended');
  });

  it('has forgotten a session that was ended', async () => {
    const uid = newcomer();
    await rig.api.call({ url: '/api/auth/verify', as: { uid } });
    const later = `update users set revoked_after = now() + interval '1 hour' where uid = $1`;
    await rig.api.pool.query(later, [uid]);
    const { status, text } = await answer(route, sample.ask(belongings), await as(uid));
    expect([status, codeOf(text)]).toEqual([401, 'unauthenticated']);
    judged(route, 'ended session');
  });
});
