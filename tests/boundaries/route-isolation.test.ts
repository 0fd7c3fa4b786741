/**
 * Two users in the same state at every way out and in: no response, mail or profile document of Ana's holds anything of
 * Bruno's, and nothing she requests moves his rows.
 */

import type { HTTPMethods } from 'fastify';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiKeyCreated } from '#contract/api-keys.ts';
import { redirect } from '#contract/billing.ts';
import { channelCreated } from '#contract/channels.ts';
import { runDueChecks } from '#server/alerts/run-checks.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { type LinkClaims, signLink } from '#server/mail/signed-links.ts';
import { createMetrics } from '#server/metrics.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { startProjectionWorker } from '#server/users/profile/profile-projection-worker.ts';
import { cards, openBillingHarness } from '#tests/faults/support/billing-harness.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { pushKeys } from '#tests/support/push-keys.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createDocument, linkSecret, seedAlert } from './api.harness.ts';
import { below } from './api-user.ts';
import { type OwnedIds, samples } from './authorisation-samples.ts';
import { findUserRows } from './find-user-rows.ts';

const log = pino({ level: 'silent' });
const [ana, bruno] = ['ana', 'bruno'] as const;
/** In every figure of Bruno's, and in none of Ana's. */
const figures = { ana: 7_070, bruno: 8_080 };
/** His uid, and his figure as a number, in Spanish and in cents; not as part of a random id, which may hold any digits. */
const signsOfBruno = /bruno|(?<![\w-])8[.\s]?080(?![\w-])|80,80/;

const harness = await openBillingHarness();
/** Ids of objects of Ana's. */
let own: OwnedIds;
beforeAll(async () => {
  for (const uid of [bruno, ana]) own = await fill(uid);
});

/** Subscription, threshold, settings, an alert that waits for its mail, and a profile document. */
async function fill(uid: typeof ana | typeof bruno): Promise<typeof own> {
  const request = (method: HTTPMethods, url: string, payload?: object) =>
    harness.api.call({ method, url, as: { uid }, ...(payload && { payload }) });
  const { body } = await harness.call(uid, 'POST', 'checkout', { plan: 'premium' });
  const { sessionId } = await harness.pay(redirect.parse(body).url, cards.good);
  await harness.deliverAll();
  const umbral = below('c1', figures[uid]);
  const settings = { partidos: ['m1'], umbrales: { t1: umbral, t2: umbral }, frecuencia: 60 };
  expect((await request('PUT', '/api/users/config', settings)).status).toBe(200);
  await createDocument(harness.api, uid, { username: uid, email: `${uid}@example.test` });
  const alertId = await seedAlert(harness.api.pool, uid, 't1');
  await harness.api.pool.query(
    `update alerts set value_cents = $2, previous_cents = $2 where uid = $1`,
    [uid, figures[uid]],
  );
  await harness.api.pool.query(`insert into pending_checks values ($1, now())`, [uid]);
  const { body: key } = await request('POST', '/api/users/keys', {
    nombre: `clave de ${uid}`,
    permiso: 'lectura',
  });
  const { body: channel } = await request('POST', '/api/users/channels', {
    tipo: 'ntfy',
    nombre: `canal de ${uid}`,
    ajustes: { servidor: 'http://127.0.0.1:9/', tema: uid },
  });
  return {
    thresholdId: 't1',
    alertId,
    sessionId,
    apiKeyId: apiKeyCreated.parse(key).id,
    channelId: channelCreated.parse(channel).id,
  };
}

const rowsOfBruno = () => findUserRows(harness.api.pool, bruno);
const documentOf = (uid: string) => harness.api.documents.export(uid);
/** @param act for Ana @returns what it returned */
async function withoutMovingBruno<Result>(act: () => Promise<Result>): Promise<Result> {
  const before = [await rowsOfBruno(), await documentOf(bruno)];
  const result = await act();
  expect([await rowsOfBruno(), await documentOf(bruno)]).toEqual(before);
  return result;
}

async function send(route: string, headers: Record<string, string>): Promise<string> {
  const [method, url] = route.split(' ') as [HTTPMethods, string];
  const { query, params = {}, ...request } = samples[route]?.request(own) ?? {};
  const path = url.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
  const response = await harness.api.app.inject({
    method,
    url: query === undefined ? path : `${path}?${query}`,
    ...request,
    headers: { ...headers, ...request.headers },
    payloadAsStream: true,
  });
  // A live stream never ends by itself: hub.test.ts and api-stream.test.ts read what it sends.
  if (response.headers['content-type']?.toString().startsWith('text/event-stream')) {
    response.stream().destroy();
    return '';
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
  expect([route, response.statusCode]).toEqual([route, expect.not.toBeOneOf([401, 403, 500, 503])]);
  return Buffer.concat(chunks).toString('utf8');
}

describe('mails', () => {
  it('each user gets one about their own alert, with links that act for them', async () => {
    const { api } = harness;
    const config = { appOrigin: 'https://vigia.test', linkSecrets: [linkSecret] as const };
    while ((await runDueChecks({ pool: api.pool, config, log, metrics: createMetrics() })) > 0);
    const { rows } = await api.pool.query<{ uid: string; mail: string }>(
      `select uid, o.to_address || o.subject || o.body_text || o.body_html || o.headers::text as mail
         from deliveries o where kind = 'mail' and cause = 'alert' order by uid`,
    );
    expect(rows.map(({ uid }) => uid)).toEqual([ana, bruno]);
    const [mailOfAna = '', mailOfBruno = ''] = rows.map(({ mail }) => mail);
    expect([mailOfAna, mailOfBruno]).toEqual([
      expect.stringContaining('70,70'),
      expect.stringContaining('80,80'),
    ]);
    expect(mailOfAna).not.toMatch(signsOfBruno);
    const tokens = [...mailOfAna.matchAll(/token=([\w-]+)\./g)].map(([, body = '']) =>
      Buffer.from(body, 'base64url').toString(),
    );
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(JSON.parse(token)[1]).toBe(ana);
  });
});

describe('profile documents', () => {
  it('each holds the settings of its user', async () => {
    const { pool, documents } = harness.api;
    const metrics = createMetrics();
    const worker = startProjectionWorker({ pool, documents, metrics, log });
    await waitFor(async () =>
      expect((await pool.query('select from projection_jobs')).rowCount).toBe(0),
    );
    await worker.close();
    for (const uid of [ana, bruno]) {
      const document = JSON.stringify(await documentOf(uid));
      expect(document).toContain(`"valor":${figures[uid]}`);
      if (uid === ana) expect(document).not.toMatch(signsOfBruno);
    }
  });
});

/** Without a session: the token or the event says whose they are. */
const publicRoutes: Readonly<Record<string, () => Promise<unknown>>> = {
  'GET /api/alerts/actions': () => followLink('GET', 'pause'),
  'POST /api/alerts/actions': async () => {
    for (const purpose of ['snooze', 'pause', 'unsubscribe'] as const)
      await followLink('POST', purpose);
  },
  'GET /api/users/confirmar': () => followLink('GET', 'confirm'),
  'POST /api/users/confirmar': () => followLink('POST', 'confirm'),
  'POST /api/billing/webhook': async () => {
    await harness.changePlanAtStripe(ana, 'elite');
    await harness.deliverAll();
  },
  // A channel that nobody has: the subscription before says whose it is.
  'POST /api/push/renewal': () =>
    harness.api.app.inject({
      method: 'POST',
      url: '/api/push/renewal',
      payload: {
        canal: '00000000-0000-4000-8000-0000000000f2',
        anterior: { endpoint: 'http://127.0.0.1:9/push', auth: 'a'.repeat(22) },
        nueva: {
          endpoint: 'http://127.0.0.1:9/push/2',
          keys: pushKeys('b'),
        },
      },
    }),
  // A code that nobody has: Telegram's own words link a chat, not a session.
  'POST /api/telegram/webhook': () =>
    harness.api.app.inject({
      method: 'POST',
      url: '/api/telegram/webhook',
      headers: {
        'x-telegram-bot-api-secret-token':
          testChannels('http://127.0.0.1:9').telegram.webhookSecret,
      },
      payload: { message: { chat: { id: 1 }, text: '/start un-codigo-de-nadie' } },
    }),
  'GET /health': () => harness.api.app.inject('/health'),
  'GET /api/docs': () => harness.api.app.inject('/api/docs'),
  'GET /api/docs/openapi.json': () => harness.api.app.inject('/api/docs/openapi.json'),
};

async function followLink(method: 'GET' | 'POST', purpose: LinkClaims['purpose']): Promise<string> {
  const subject = purpose === 'snooze' || purpose === 'pause' ? 't1' : '';
  const claims = { purpose, uid: ana, subject, expiresAtMs: Date.now() + 60_000 };
  const path = purpose === 'confirm' ? '/api/users/confirmar' : '/api/alerts/actions';
  const { body } = await harness.api.app.inject({
    method,
    url: `${path}?token=${signLink(claims, [linkSecret])}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: method === 'POST' ? 'List-Unsubscribe=One-Click' : '',
  });
  expect(body).not.toMatch(signsOfBruno);
  return body;
}

describe('without a session', () => {
  it('every public route of the description is tried', () => {
    const { paths } = harness.api.app.swagger() as unknown as OpenApi;
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        Array.isArray(security) && security.length === 0 ? `${method.toUpperCase()} ${path}` : [],
      ),
    );
    expect(Object.keys(publicRoutes).sort()).toEqual(open.sort());
  });

  it.each(Object.entries(publicRoutes))('%s', async (_route, request) => {
    await withoutMovingBruno(request);
  });
});

describe('with Ana’s session', () => {
  // Last, as they end her session; the account is closed by one of a later sign-in.
  const ending = ['DELETE /api/users/sessions', 'DELETE /api/users/profile'];
  const routes = Object.keys(samples).toSorted((a, b) => ending.indexOf(a) - ending.indexOf(b));

  it.each(routes)('%s', async (route) => {
    const auth_time = Math.floor(Date.now() / 1_000);
    const authorization = `Bearer ${await harness.api.token({ uid: ana, auth_time })}`;
    const text = await withoutMovingBruno(() => send(route, { authorization }));
    expect(text).not.toMatch(signsOfBruno);
  });

  it('what is left to do at Stripe concerns her customer alone', async () => {
    await withoutMovingBruno(async () => {
      const customer = await harness.customerIdOf(bruno);
      const before = await harness.subscriptionsOf(customer);
      while ((await runBillingJobs(harness.billing)) > 0);
      await harness.deliverAll();
      expect(await harness.subscriptionsOf(customer)).toEqual(before);
    });
  });
});
