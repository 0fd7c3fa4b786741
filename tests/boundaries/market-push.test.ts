/** POST /api/market/readings: what is acknowledged is applied like any reading, once, and only to what is the source's own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runAdmin } from '#server/admin/admin-cli.ts';
import { drawKey } from '#server/auth/api-key.ts';
import { errorHandler } from '#server/base/errors.ts';
import { createMetrics } from '#server/base/metrics.ts';
import { marketPushRoute } from '#server/market-push/push-route.ts';
import {
  below,
  type MarketHarness,
  openMarket,
  waitUntil,
} from '#tests/faults/support/market-harness.ts';

const root = join(import.meta.dirname, '../..');
const push = { adapter: 'push', currency: 'EUR', pushEveryMs: 60_000 } as const;
const place = { match: 'final', category: '1', home: 'Sevilla', away: 'Betis' };

let market: MarketHarness;
let address: string;
let keys: Readonly<Record<'tienda' | 'rival', string>>;
beforeEach(async () => {
  market = await openMarket({ prices: '', collectibles: '' });
  const app = Fastify();
  app.setErrorHandler(errorHandler);
  await app.register(marketPushRoute({ pool: market.pool, metrics: createMetrics() }));
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  keys = {
    tienda: await admin('create', 'tienda', 'EUR'),
    rival: await admin('create', 'rival', 'USD'),
  };
});

async function admin(...words: string[]): Promise<string> {
  const { exitCode, message } = await runAdmin(['sources', ...words], { DATABASE_URL: market.url });
  expect([exitCode, message]).toEqual([0, message]);
  return message;
}
async function send(body: object | string, key = keys.tienda, idempotencyKey?: string) {
  const response = await fetch(`${address}/api/market/readings`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const floors = async () => {
  const { rows } = await market.pool.query<{ id: string; floor: number | null }>(
    'select id, floor_cents as floor from collectibles order by id',
  );
  return Object.fromEntries(rows.map(({ id, floor }) => [id, floor]));
};
const untilFloors = (expected: Record<string, number | null>) =>
  waitUntil(async () => JSON.stringify(await floors()) === JSON.stringify(expected));
const reading = (prices: Record<string, unknown>, more: object = {}) => ({
  kind: 'changes',
  ticks: Object.entries(prices).map(([id, price]) => ({ id, price })),
  catalogue: Object.keys(prices).map((id) => ({ ...place, id })),
  ...more,
});

it('the example sends a price, which is applied once and crosses a threshold', async () => {
  await market.start(push);
  const env = { ...process.env, VIGIA_URL: address, VIGIA_SOURCE_KEY: keys.tienda };
  const run = async (cents: string) => {
    const args = ['docs/examples/push-prices.sh', 'final', '1', cents];
    const { stdout } = await promisify(execFile)('sh', args, { cwd: root, env });
    return JSON.parse(stdout) as { id: string };
  };
  expect(await run('12500')).toEqual({ id: expect.any(String), accepted: 1, rejected: [] });
  await untilFloors({ 'shop-final-1': 12_500 });
  await market.addThresholds([{ ...below('barato', 10_000, 'shop-final-1'), currency: 'EUR' }]);
  await market.waitForCommandsApplied();
  await run('9900');
  await waitUntil(async () => (await market.alerts()).length === 1);
  await run('null');
  await untilFloors({ 'shop-final-1': null });
});

it('is stored before any worker runs, and applied in order; sent again under its key it is the same', async () => {
  const first = await send(reading({ a: 700, b: 800 }), keys.tienda, 'uno');
  await send(reading({ a: 650 }), keys.tienda, 'dos');
  expect(await send(reading({ a: 700, b: 800 }), keys.tienda, 'uno')).toEqual(first);
  expect(first).toMatchObject({ status: 202, body: { accepted: 2, rejected: [] } });
  expect(await send(reading({ a: 1 }), keys.tienda, 'uno')).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: 'Esa Idempotency-Key ya se usó con otra lectura.' },
  });
  await market.start(push);
  await untilFloors({ a: 650, b: 800 });
  // Another source’s key names another reading.
  await send({ kind: 'changes', ticks: [] }, keys.rival, 'uno');
  const { rows } = await market.pool.query(
    'select floor_cents as v from price_changes order by observed_at, v',
  );
  expect(rows.map(({ v }) => v)).toEqual([700, 800, 650]);
});

it.each([
  ['number', 500, 1],
  ['size', 9, 15_000_000],
])('more than may wait are refused while no worker takes them, by %s', async (_by, count, size) => {
  await market.pool.query(
    `insert into pushed_readings (supplier, key, hash, body, answer)
       select 'tienda', n, '', repeat('x', $2), '{}' from generate_series(1, $1) n`,
    [count, size],
  );
  expect(await send(reading({ a: 700 }))).toMatchObject({
    status: 503,
    body: { error: 'Hay demasiadas lecturas sin aplicar.' },
  });
  expect((await send(reading({ b: 700 }), keys.rival)).status).toBe(202);
});

it('a complete reading ends what it lacks, of its own source alone', async () => {
  await market.start(push);
  await send(reading({ a: 700, b: 800 }));
  await send(
    { ...reading({ z: 900 }), catalogue: [{ ...place, id: 'z', match: 'otra' }] },
    keys.rival,
  );
  await untilFloors({ a: 700, b: 800, z: 900 });
  await send(reading({ a: 710 }, { kind: 'complete' }));
  await untilFloors({ a: 710, b: null, z: 900 });
  // Neither the price nor the match of another source is its own.
  expect(await send({ kind: 'changes', ticks: [{ id: 'a', price: 1 }] }, keys.rival)).toMatchObject(
    {
      status: 422,
      body: {
        error: expect.stringMatching(/^Ningún precio es de un coleccionable de esta fuente/),
      },
    },
  );
  await send(
    { ...reading({ y: 1 }), catalogue: [{ ...place, id: 'y', home: 'Otro' }] },
    keys.rival,
  );
  await send({ kind: 'changes', ticks: [{ id: 'z', price: 901 }] }, keys.rival);
  await untilFloors({ a: 710, b: null, z: 901 });
  const { rows } = await market.pool.query(`select name from matches where id = 'final'`);
  expect(rows).toEqual([{ name: 'Sevilla – Betis' }]);
});

it('a bad entry costs the others nothing, and its reason is counted', async () => {
  await market.start(push);
  const { ticks, catalogue } = reading({ a: 700, b: '800', c: 1.5, d: null });
  const more = {
    ...reading({}),
    ticks: [...ticks, 7, { id: 'nadie', price: 1 }],
    catalogue: [...catalogue, { id: 'e' }, {}],
  };
  expect(await send(more)).toMatchObject({
    status: 202,
    body: {
      accepted: 2,
      rejected: [
        { reason: 'row', count: 1 },
        { reason: 'price', count: 2 },
        { reason: 'unknown_collectible', count: 1 },
        { reason: 'catalogue.match', count: 1 },
        { reason: 'catalogue.id', count: 1 },
      ],
    },
  });
  await untilFloors({ a: 700, b: null, c: null, d: null });
  await waitUntil(async () => (await market.countRejectedTicks()).price === 2);
  expect(await admin('list')).toMatch(
    /^rival · USD · vale · sin lecturas · 0 por aplicar · nada rechazado en una semana\ntienda · EUR · vale · última lectura \S+ · 0 por aplicar · rechazos en una semana: catalogue\.id 1, catalogue\.match 1, price 2, row 1, unknown_collectible 1$/,
  );
});

describe('is refused with a sentence', () => {
  const ticks = (count: number) => Array.from({ length: count }, () => ({ id: 'a', price: 1 }));
  it.each<[string, object | string, number, RegExp]>([
    ['too many ticks', { kind: 'changes', ticks: ticks(20_001) }, 400, /«ticks»: caben 20000/],
    ['no JSON', '{', 400, /no se entiende/],
    ['another kind', { kind: 'all', ticks: [] }, 400, /no se entienden/],
    ['the future', reading({ a: 1 }, { observedAt: '2100-01-01T00:00:00Z' }), 422, /en el futuro/],
    ['no price that is one', reading({ a: 'gratis' }), 422, /céntimos enteros/],
    [
      'another currency',
      {
        ...reading({}),
        ticks: [{ id: 'a', price: 1, currency: 'USD' }],
        catalogue: [{ ...place, id: 'a' }],
      },
      422,
      /divisa/,
    ],
  ])('%s', async (_name, body, status, sentence) => {
    expect(await send(body)).toMatchObject({
      status,
      body: { error: expect.stringMatching(sentence) },
    });
    expect((await market.pool.query('select from pushed_readings')).rowCount).toBe(0);
  });

  it('a key that is none, is a user’s, or was revoked; another is drawn in the same currency', async () => {
    await admin('revoke', 'rival');
    for (const key of ['', drawKey('vigia_').key, drawKey('vigia-source_').key, keys.rival])
      expect((await send(reading({ a: 1 }), key)).status).toBe(401);
    expect((await send(reading({ a: 1 }), await admin('create', 'rival', 'USD'))).status).toBe(202);
    for (const words of [
      ['create', 'rival', 'USD'],
      ['create', 'Mi tienda', 'EUR'],
      ['create', 'otra'],
    ])
      expect(await runAdmin(['sources', ...words], { DATABASE_URL: market.url })).toMatchObject({
        exitCode: 2,
      });
    const revoke = await runAdmin(['sources', 'revoke', 'nadie'], { DATABASE_URL: market.url });
    expect(revoke.exitCode).toBe(3);
  });
});
