/**
 * Plan limits: every route that exceeds them answers 402 and names the plan needed. The profile documents claim other
 * plans throughout: only the table `subscriptions` authorises.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { importReport } from '#contract/threshold-import-export.ts';
import { plans } from '#domain/plans.ts';
import { openTestApi, seedMarket } from './api.harness.ts';

const api = await openTestApi();
beforeAll(async () => {
  await seedMarket(api.pool);
  await api.call({ url: '/api/auth/verify', as: { uid: 'premium' } });
  await api.pool.query(`insert into matches (id, source, number, event, name, city, currency)
    select 'm' || n, 'test', n, 'Torneo', 'Partido ' || n, 'Dallas', 'EUR' from generate_series(4, 5) n`);
  await writeClaimedPlan('basico', 'elite');
  await writeClaimedPlan('premium', 'basico');
  await api.pool.query(
    `insert into plan_grants (uid, plan, granted_by) values ('premium', 'premium', 'admin')`,
  );
});

/** Writes a plan into the profile document; security rules allow that to servers only. */
async function writeClaimedPlan(uid: string, plan: string): Promise<void> {
  const root = 'projects/vigia-test/databases/(default)/documents';
  const fields = { plan: { stringValue: plan }, username: { stringValue: uid } };
  const answer = await fetch(`${api.servicesUrl}/v1/${root}:commit`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [{ update: { name: `${root}/users/${uid}`, fields } }] }),
  });
  expect(answer.status).toBe(200);
}

const below = {
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 5_000,
  moneda: 'EUR',
};
const change = { ...below, condicion: 'variacion', valor: 500 };
const low = { ...below, condicion: 'minimo', valor: 7 };
const ofMatch = { ...below, objetivo: { tipo: 'partido', id: 'm1' } };
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, below]));
const call = (
  uid: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => api.call({ method, url, as: { uid }, headers, ...(payload && { payload }) });
const planLimitError = { status: 402, body: { code: 'plan_limit', requiredPlan: 'premium' } };
const csv = { accept: 'text/csv' };

describe('Básico', () => {
  const settings = (umbrales: object, frecuencia = 60) => ({ partidos: [], umbrales, frecuencia });
  it.each([
    ['a sixth threshold', settings(many(6))],
    ['a percentage', settings({ t: change })],
    ['a lowest price', settings({ t: low })],
    ['the cheapest of a match', settings({ t: ofMatch })],
    ['a fast check', settings({}, 15)],
    ['a fourth match', { ...settings({}), partidos: ['m1', 'm2', 'm3', 'm4'] }],
  ])('saves no settings with %s', async (_, sent) => {
    expect(await call('basico', 'PUT', '/api/users/config', sent)).toMatchObject(planLimitError);
  });

  it('watches three matches', async () => {
    const sent = { ...settings({}), partidos: ['m1', 'm2', 'm3'] };
    expect((await call('tres', 'PUT', '/api/users/config', sent)).status).toBe(200);
  });

  it('replaces one of five thresholds by another in one save', async () => {
    const save = (umbrales: object) =>
      call('lleno', 'PUT', '/api/users/config', settings(umbrales));
    const { t0: _replaced, ...others } = many(5);
    expect((await save(many(5))).status).toBe(200);
    expect((await save({ ...others, t9: below })).status).toBe(200);
  });

  it.each([
    ['a percentage', change],
    ['a lowest price', low],
    ['the cheapest of a match', ofMatch],
  ])('previews no %s', async (_, umbral) => {
    const sent = { umbral, dias: 30 };
    expect(await call('basico', 'POST', '/api/monitoring/preview', sent)).toMatchObject(
      planLimitError,
    );
    expect((await call('premium', 'POST', '/api/monitoring/preview', sent)).status).toBe(200);
  });

  it.each([
    ['too many', many(6)],
    ['another condition', { t: change }],
    ['the cheapest of a match', { t: ofMatch }],
  ])('imports no file with %s, and its dry run names the plan needed', async (_, umbrales) => {
    const url = '/api/users/thresholds/import';
    const trial = await call('basico', 'POST', `${url}?prueba=1`, { umbrales });
    expect(importReport.parse(trial.body).limite).toMatchObject({ requiredPlan: 'premium' });
    expect(await call('basico', 'POST', url, { umbrales })).toMatchObject(planLimitError);
    expect((await call('premium', 'POST', url, { umbrales })).status).toBe(200);
  });

  it.each([
    ['thresholds as JSON', '/api/users/thresholds?formato=json', {}],
    ['thresholds as CSV', '/api/users/thresholds?formato=csv', {}],
    ['collectibles', '/api/monitoring/raw', csv],
    ['alerts', '/api/users/alerts', csv],
  ])('exports no %s', async (_, url, headers) => {
    expect(await call('basico', 'GET', url, undefined, headers)).toMatchObject(planLimitError);
    expect((await call('premium', 'GET', url, undefined, headers)).status).toBe(200);
  });

  it('includes the export of all personal data', async () => {
    expect((await call('basico', 'GET', '/api/users/export')).status).toBe(200);
  });
});

describe('the plan in the profile document', () => {
  it('neither grants nor removes anything', async () => {
    const shown = async (uid: string) => {
      // The name comes from the document: it was read.
      const { body } = await call(uid, 'GET', '/api/users/profile');
      const { username, plan } = body as { username: string; plan: string };
      return [username, plan];
    };
    expect(await shown('basico')).toEqual(['basico', 'basico']);
    expect(await shown('premium')).toEqual(['premium', 'premium']);
    expect((await call('basico', 'GET', '/api/billing/state')).body).toMatchObject({
      plan: 'basico',
    });
    const fastest = (seconds: number) => ({ partidos: [], umbrales: {}, frecuencia: seconds });
    const put = (uid: string, seconds: number) =>
      call(uid, 'PUT', '/api/users/config', fastest(seconds));
    expect((await put('premium', plans.premium.fastestCheckSeconds)).status).toBe(200);
    expect((await put('premium', plans.premium.fastestCheckSeconds - 1)).status).not.toBe(200);
    expect((await put('basico', plans.basico.fastestCheckSeconds)).status).toBe(200);
  });
});

describe('settings that a larger plan allowed', () => {
  it('stay, may be saved as they are and reduced, but not grow', async () => {
    const uid = 'antes-elite';
    const put = (partidos: string[], frecuencia: number) =>
      call(uid, 'PUT', '/api/users/config', { partidos, umbrales: many(6), frecuencia });
    await call(uid, 'GET', '/api/users/config');
    await api.pool.query(
      `insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'admin')`,
      [uid],
    );
    const four = ['m1', 'm2', 'm3', 'm4'];
    expect((await put(four, 5)).status).toBe(200);
    await api.pool.query('delete from plan_grants where uid = $1', [uid]);
    expect((await put(four.toReversed(), 5)).status).toBe(200);
    expect(await put([...four, 'm5'], 5)).toMatchObject({ status: 402 });
    expect((await put(four.slice(1), 6)).status).toBe(200);
    expect(await put(four, 60)).toMatchObject(planLimitError);
  });
});

describe('a paused threshold', () => {
  it('cannot be resumed beyond the plan’s limits', async () => {
    const uid = 'antes-premium';
    const put = (umbrales: object, frecuencia = 60) =>
      call(uid, 'PUT', '/api/users/config', { partidos: [], umbrales, frecuencia });
    await call(uid, 'GET', '/api/users/config');
    await api.pool.query(
      `insert into plan_grants (uid, plan, granted_by) values ($1, 'premium', 'admin')`,
      [uid],
    );
    const paused = { ...below, pausa: 'usuario' };
    const all = { ...many(5), mas: paused, otra: { ...change, pausa: 'usuario' } };
    expect((await put(all)).status).toBe(200);
    await api.pool.query('delete from plan_grants where uid = $1', [uid]);
    expect(await put({ ...all, mas: below })).toMatchObject(planLimitError);
    expect(await put({ ...all, otra: change })).toMatchObject(planLimitError);
    // Swapping two thresholds is no increase.
    expect((await put({ ...all, t0: paused, mas: below })).status).toBe(200);
  });
});
