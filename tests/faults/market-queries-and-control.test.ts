/** Market queries of the API, the local market control page, and the admin CLI, on a real database. */
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAdmin } from '#server/admin-cli.ts';
import { listTargetChanges, loadPriceHistory } from '#server/db/market/price-history.ts';
import { marketControlPlugin } from '#server/market-control/market-control-plugin.ts';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { findMatch, listCollectibles, listMatches } from '#server/monitoring/catalogue-pages.ts';
import { MarketCache } from '#server/monitoring/market-cache.ts';
import {
  createMarketHarness,
  type MarketHarness,
  waitForMarketEnd,
} from './support/market-harness.ts';

const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 0, number, hour)).toISOString();
let harness: MarketHarness;
let market: MarketService;

beforeAll(async () => {
  harness = await createMarketHarness({
    prices: [
      'observed_at,collectible,floor_cents',
      `${day(1)},a1,1000`,
      `${day(1)},a2,3000`,
      `${day(9)},a1,500`,
      `${day(9, 1)},a1,1100`,
      `${day(10)},b1,700`,
      // A late tick: shown in the chart, never counted.
      `${day(5)},a1,1`,
      `${day(20)},a1,1200`,
      `${day(20)},a2,`,
      '',
    ].join('\n'),
    collectibles:
      'collectible,match_number,city,category,rarity\na1,1,Málaga,1,Iconic\na2,1,Málaga,2,\nb1,2,Bilbao,1,\n',
  });
  market = await harness.start();
  await waitForMarketEnd(market);
});
afterAll(() => harness.close());
const scope = async () => ({
  view: await new MarketCache(harness.pool).view(),
  watched: ['2'],
  now: new Date(),
});

describe('the catalogue', () => {
  test('a match shows its cheapest floor against the one in force a day before', async () => {
    const match = await findMatch(harness.pool, '1', await scope());
    expect(match).toMatchObject({
      name: 'Partido 1',
      floorCents: 1200,
      change24hBp: 909,
      collectibleCount: 2,
      watched: false,
    });
    expect(await findMatch(harness.pool, 'no', await scope())).toBeNull();
  });

  test('search ignores accents, pages continue at the cursor, and items without a price come last', async () => {
    const found = await listMatches(
      harness.pool,
      { limit: 10, sort: 'kickoff', q: 'malaga' },
      await scope(),
    );
    expect(found.items.map(({ id }) => id)).toEqual(['1']);
    const first = await listCollectibles(
      harness.pool,
      { limit: 2, sort: 'floor', spark: '7d' },
      await scope(),
    );
    expect(first.items.map(({ id }) => id)).toEqual(['b1', 'a1']);
    expect(first.items[1]).toMatchObject({ low30dCents: 500, high30dCents: 1200 });
    expect(first.items[1]?.spark).toHaveLength(28);
    expect(first.items[1]?.spark?.at(-1)).toBe(1200);
    const next = await listCollectibles(
      harness.pool,
      { limit: 2, sort: 'floor', cursor: first.nextCursor ?? '' },
      await scope(),
    );
    expect(next).toMatchObject({ items: [{ id: 'a2', floorCents: null }], nextCursor: null });
  });
});

describe('history', () => {
  test('starts with the value in force and marks late ticks', async () => {
    const now = market.marketNow() ?? new Date();
    const request = { collectibleId: 'a1', points: 50, visibleDays: null, now } as const;
    const month = await loadPriceHistory(harness.pool, { ...request, range: '30d' });
    expect(month.points.map(({ floorCents, late }) => [floorCents, late])).toEqual([
      [1000, false],
      [1, true],
      [500, false],
      [1100, false],
      [1200, false],
    ]);
    const week = await loadPriceHistory(harness.pool, { ...request, range: '7d' });
    expect(week.points[0]).toEqual({ at: day(13), floorCents: 1100, late: false });
    const limited = await loadPriceHistory(harness.pool, {
      ...request,
      range: 'all',
      visibleDays: 7,
    });
    expect(limited).toMatchObject({ limitedToDays: 7, points: [{ at: day(13) }, { at: day(20) }] });
  });

  test('of a preview begins with the values in force and contains no late ticks', async () => {
    const target = { kind: 'match', id: '1', category: null } as const;
    const changes = await listTargetChanges(harness.pool, target, 'USD', new Date(day(9, 2)));
    expect(changes.map(({ collectibleId, floorCents }) => [collectibleId, floorCents])).toEqual([
      ['a2', 3000],
      ['a1', 1100],
      ['a1', 1200],
      ['a2', null],
    ]);
    expect(await listTargetChanges(harness.pool, target, 'EUR', new Date(0))).toEqual([]);
  });
});

describe('/__local/mercado', () => {
  const app = Fastify();
  beforeAll(async () => void (await app.register(marketControlPlugin(() => market))));
  afterAll(() => app.close());
  const url = '/__local/mercado';

  test('answers with JSON, or with HTML to browsers', async () => {
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
    expect(page.body).not.toMatch(/<script(?! src=)/);
    expect(page.headers['content-security-policy']).toContain("style-src 'self'");
  });

  test('accepts commands as JSON and as a form, and rejects invalid and cross-origin ones', async () => {
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
    const crossOrigin = await app.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://otro.example' },
      payload: { action: 'play' },
    });
    expect(crossOrigin.statusCode).toBe(403);
  });

  test('answers 503 in a process without a market', async () => {
    const without = Fastify();
    await without.register(marketControlPlugin(() => null));
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await without.inject({ method, url });
      expect([statusCode, body]).toEqual([503, expect.stringContaining('no lee ningún mercado')]);
    }
    await without.close();
  });
});

describe('npm run admin', () => {
  const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: harness.url });

  test('stores the plan and enqueues the update of the profile document', async () => {
    const done = await admin('plan', 'Vigilante@correo.example', 'elite');
    expect(done).toEqual({
      exitCode: 0,
      message: 'Vigilante@correo.example tiene ahora el plan elite.',
    });
    const { rows } = await harness.pool.query(
      'select plan, granted_by from plan_grants join projection_jobs using (uid)',
    );
    expect(rows).toEqual([{ plan: 'elite', granted_by: 'admin' }]);
  });

  test('has an exit code for each kind of error', async () => {
    expect((await admin('plan', 'nadie@correo.example', 'elite')).exitCode).toBe(3);
    expect((await admin('plan', 'vigilante@correo.example', 'oro')).exitCode).toBe(2);
    expect((await admin()).exitCode).toBe(2);
    const nowhere = await runAdmin(['plan', 'a@b.example', 'elite'], { DATA_DIR: '/no/hay' });
    expect(nowhere).toMatchObject({ exitCode: 1 });
  });
});
