/** What the API reads of the market, the local tool that paces it, and the operator's command, on a real database. */
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAdmin } from '#server/admin-cli.ts';
import { findCollectibles, findMatches, readMatch } from '#server/db/market/catalogue.ts';
import { readHistory, readTargetChanges } from '#server/db/market/price-history.ts';
import { marketControlPlugin } from '#server/market-control/market-control-plugin.ts';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { createMarketHarness, ended, type MarketHarness } from './support/market-harness.ts';

const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 0, number, hour)).toISOString();
let rig: MarketHarness;
let market: MarketService;

beforeAll(async () => {
  rig = await createMarketHarness({
    prices: [
      'observed_at,collectible,floor_cents',
      `${day(1)},a1,1000`,
      `${day(1)},a2,3000`,
      `${day(9)},a1,500`,
      `${day(9, 1)},a1,1100`,
      `${day(10)},b1,700`,
      // Late: drawn, never counted.
      `${day(5)},a1,1`,
      `${day(20)},a1,1200`,
      `${day(20)},a2,`,
      '',
    ].join('\n'),
    collectibles:
      'collectible,match_number,city,category,rarity\na1,1,Málaga,1,Iconic\na2,1,Málaga,2,\nb1,2,Bilbao,1,\n',
  });
  market = await rig.start();
  await ended(market);
});
afterAll(() => rig.close());
const view = () => ({ now: market.marketNow(), watched: ['2'] });

describe('the catalogue', () => {
  test('a match shows its cheapest floor against the one in force a day before', async () => {
    const match = await readMatch(rig.pool, '1', view());
    expect(match).toMatchObject({
      name: 'Partido 1',
      floorCents: 1200,
      change24hBp: 909,
      collectibleCount: 2,
      watched: false,
    });
    expect(await readMatch(rig.pool, 'no', view())).toBeNull();
  });

  test('search forgives accents, pages go on where they stopped, and the unknown comes last', async () => {
    const found = await findMatches(rig.pool, { limit: 10, sort: 'kickoff', q: 'malaga' }, view());
    expect(found.items.map(({ id }) => id)).toEqual(['1']);
    const first = await findCollectibles(
      rig.pool,
      { limit: 2, sort: 'floor', spark: '7d' },
      view(),
    );
    expect(first.items.map(({ id }) => id)).toEqual(['b1', 'a1']);
    expect(first.items[1]).toMatchObject({ low30dCents: 500, high30dCents: 1200 });
    expect(first.items[1]?.spark).toHaveLength(28);
    expect(first.items[1]?.spark?.at(-1)).toBe(1200);
    const next = await findCollectibles(
      rig.pool,
      { limit: 2, sort: 'floor', cursor: first.nextCursor ?? '' },
      view(),
    );
    expect(next).toMatchObject({ items: [{ id: 'a2', floorCents: null }], nextCursor: null });
  });
});

describe('history', () => {
  test('starts with the value in force and draws late ticks as such', async () => {
    const now = market.marketNow() ?? new Date();
    const request = { collectibleId: 'a1', points: 50, visibleDays: null, now } as const;
    const month = await readHistory(rig.pool, { ...request, range: '30d' });
    expect(month.points.map(({ floorCents, late }) => [floorCents, late])).toEqual([
      [1000, false],
      [1, true],
      [500, false],
      [1100, false],
      [1200, false],
    ]);
    const week = await readHistory(rig.pool, { ...request, range: '7d' });
    expect(week.points[0]).toEqual({ at: day(13), floorCents: 1100, late: false });
    const limited = await readHistory(rig.pool, { ...request, range: 'all', visibleDays: 7 });
    expect(limited).toMatchObject({ limitedToDays: 7, points: [{ at: day(13) }, { at: day(20) }] });
  });

  test('what a preview looks back on begins with what was in force and holds nothing late', async () => {
    const target = { kind: 'match', id: '1', category: null } as const;
    const changes = await readTargetChanges(rig.pool, target, 'USD', new Date(day(9, 2)));
    expect(changes.map(({ collectibleId, floorCents }) => [collectibleId, floorCents])).toEqual([
      ['a2', 3000],
      ['a1', 1100],
      ['a1', 1200],
      ['a2', null],
    ]);
    expect(await readTargetChanges(rig.pool, target, 'EUR', new Date(0))).toEqual([]);
  });
});

describe('/__local/mercado', () => {
  const app = Fastify();
  beforeAll(async () => void (await app.register(marketControlPlugin(() => market))));
  afterAll(() => app.close());
  const url = '/__local/mercado';

  test('answers programs with JSON and people with a page', async () => {
    const json = await app.inject({ url });
    expect(json.json()).toMatchObject({
      state: 'ended',
      source: 'replay',
      speed: 'max',
      pending: { alerts: 0, mails: 0 },
    });
    const page = await app.inject({ url, headers: { accept: 'text/html,*/*' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Herramienta local');
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("style-src 'sha256-");
  });

  test('takes orders as JSON and as a form, and refuses what is none', async () => {
    const order = await app.inject({
      method: 'POST',
      url,
      payload: { action: 'speed', factor: 60 },
    });
    expect(order.json()).toMatchObject({ speed: 60 });
    const form = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'action=speed&factor=10',
    });
    expect([form.statusCode, form.headers.location]).toEqual([303, url]);
    expect((await market.state()).speed).toBe(10);
    for (const payload of [
      { action: 'fly' },
      { action: 'speed', factor: 0 },
      { action: 'speed' },
    ]) {
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(400);
    }
    const stranger = await app.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://otro.example' },
      payload: { action: 'play' },
    });
    expect(stranger.statusCode).toBe(403);
  });
});

describe('npm run admin', () => {
  const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: rig.url });

  test('writes the plan and asks for the document to follow', async () => {
    const done = await admin('plan', 'Vigilante@correo.example', 'elite');
    expect(done).toEqual({
      exitCode: 0,
      message: 'Vigilante@correo.example tiene ahora el plan elite.',
    });
    const { rows } = await rig.pool.query(
      'select plan, granted_by from subscriptions join projection_jobs using (uid)',
    );
    expect(rows).toEqual([{ plan: 'elite', granted_by: 'admin' }]);
  });

  test('says what is wrong with an exit code of its own', async () => {
    expect((await admin('plan', 'nadie@correo.example', 'elite')).exitCode).toBe(3);
    expect((await admin('plan', 'vigilante@correo.example', 'oro')).exitCode).toBe(2);
    expect((await admin()).exitCode).toBe(2);
    const nowhere = await runAdmin(['plan', 'a@b.example', 'elite'], { DATA_DIR: '/no/hay' });
    expect(nowhere).toMatchObject({ exitCode: 1 });
  });
});
