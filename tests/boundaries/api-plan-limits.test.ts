/**
 * Plan limits: every route that exceeds them answers 402 and names the plan needed. The profile documents claim other
 * plans throughout: only the table of grants authorises.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { insertSamples } from '#tests/support/samples.ts';
import { createDocument, openTestApi } from './api.harness.ts';
import { below, type Method, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);
beforeAll(async () => {
  await insertSamples(api.pool, {
    matches: [
      { id: 'm4', number: 4 },
      { id: 'm5', number: 5 },
    ],
  });
});

const change = { ...below(), condition: 'change', value: 500 };
const low = { ...below(), condition: 'low', value: 7 };
const ofMatch = { ...below(), target: { kind: 'match', id: 'm1' } };
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, below()]));
const settings = (umbrales: object, more: object = {}) => ({
  ...{ partidos: [], umbrales, frecuencia: 60, ...more },
});
const refusal = (requiredPlan = 'premium') => ({
  status: 402,
  body: { code: 'plan_limit', requiredPlan },
});
const csv = { accept: 'text/csv' };
const preview = (threshold: object) => ({ threshold, days: 30 });
const [previewUrl, importUrl] = ['/api/monitoring/preview', 'thresholds/import'];
const four = ['m1', 'm2', 'm3', 'm4'];

it.each<[string, Method, string, (object | undefined)?, object?]>([
  ['a sixth threshold', 'PUT', 'config', settings(many(6))],
  ['a percentage', 'PUT', 'config', settings({ t: change })],
  ['a fast check', 'PUT', 'config', settings({}, { frecuencia: 59 })],
  ['a fourth match', 'PUT', 'config', settings({}, { partidos: four })],
  ['a preview of a percentage', 'POST', previewUrl, preview(change)],
  ['a preview of a lowest price', 'POST', previewUrl, preview(low)],
  ['a preview of the cheapest of a match', 'POST', previewUrl, preview(ofMatch)],
  ['a file of too many', 'POST', importUrl, { umbrales: many(6) }],
  ['a file with another condition', 'POST', importUrl, { umbrales: { t: change } }],
  ['thresholds as JSON', 'GET', 'thresholds?format=json'],
  ['thresholds as CSV', 'GET', 'thresholds?format=csv'],
  ['collectibles as CSV', 'GET', '/api/monitoring/raw', undefined, csv],
  ['alerts as CSV', 'GET', 'alerts', undefined, csv],
])(
  'Básico, whatever the profile document says, has no %s',
  async (_, method, path, sent, headers) => {
    await createDocument(api, me.uid, { plan: 'elite', username: 'inicial' });
    const fast = 'frecuencia' in (sent ?? {}) ? { ...sent, frecuencia: 60 } : sent;
    expect(await me.send(method, path, sent, headers)).toMatchObject(refusal());
    await createDocument(api, me.uid, { plan: 'basico', username: 'inicial' });
    await me.grant('premium');
    expect((await me.send(method, path, fast, headers)).status).toBe(200);
  },
);

it.each([
  ['the fastest check', settings({}, { frecuencia: 5 })],
  ['101 thresholds', settings(many(101))],
])('%s needs Elite', async (_, sent) => {
  expect(await me.send('PUT', 'config', sent)).toMatchObject(refusal('elite'));
});

it('Básico watches three matches, swaps its five thresholds, and exports all personal data', async () => {
  expect((await me.put(many(5), { partidos: four.slice(1) })).status).toBe(200);
  const { t0: _replaced, ...others } = many(5);
  expect((await me.put({ ...others, t9: below() })).status).toBe(200);
  expect((await me.send('GET', 'export')).status).toBe(200);
});

it('the profile shows the name of its document, and not its plan', async () => {
  await createDocument(api, me.uid, { plan: 'elite', username: 'inicial' });
  const shown = { username: 'inicial', plan: 'basico' };
  expect((await me.send('GET', 'profile')).body).toMatchObject(shown);
  expect((await me.send('GET', '/api/billing/state')).body).toMatchObject({ plan: 'basico' });
});

describe('what a larger plan allowed', () => {
  const end = () => api.pool.query('delete from plan_grants where uid = $1', [me.uid]);

  it('stays, may be saved as it is and reduced, but not grow', async () => {
    const put = async (partidos: string[], frecuencia: number, umbrales: object = {}) =>
      (await me.put({ ...many(6), low, ...umbrales }, { partidos, frecuencia })).status;
    await me.grant('elite');
    expect(await put(four, 5)).toBe(200);
    await end();
    expect(await put(four.toReversed(), 5)).toBe(200);
    expect(await put([...four, 'm5'], 5)).toBe(402);
    expect(await put(four, 5, { more: below() })).toBe(402);
    expect(await put(four, 5, { low: { ...low, value: 8 } })).toBe(402);
    expect(await put(four.slice(1), 6)).toBe(200);
    expect(await put(four, 60)).toBe(402);
    expect(await put(four.slice(1), 5)).toBe(402);
  });

  it('once paused, cannot be resumed beyond the plan’s limits', async () => {
    await me.grant('premium');
    const paused = { pause: 'user' };
    const all = { ...many(5), mas: { ...below(), ...paused }, otra: { ...change, ...paused } };
    expect((await me.put(all)).status).toBe(200);
    await end();
    expect(await me.put({ ...all, mas: below() })).toMatchObject(refusal());
    expect(await me.put({ ...all, otra: change })).toMatchObject(refusal());
    // Swapping two thresholds is no increase.
    expect((await me.put({ ...all, t0: { ...below(), ...paused }, mas: below() })).status).toBe(
      200,
    );
  });
});
