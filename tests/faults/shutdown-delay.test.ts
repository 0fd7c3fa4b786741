/** Row 25 of the fault campaign: a process in production that is told to stop, once and twice. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningProduction, startProduction } from '#tests/support/production.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const start = (seconds: number): Promise<RunningProduction> =>
  startProduction({
    databaseUrl: database.url,
    extraEnv: { ROLE: 'api', SHUTDOWN_DELAY_SECONDS: String(seconds) },
  });
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const untilUnavailable = (origin: string) =>
  waitUntil(async () => (await statusOf(`${origin}/health`)) === 503);

test('row 25: on SIGTERM /health answers 503 while everything is still served', async () => {
  const seconds = byCampaignSize({ quick: 3, full: 5 });
  const { origin, process: server } = await start(seconds);
  expect(await statusOf(`${origin}/health`)).toBe(200);
  const exited = once(server, 'exit');
  const signalledAtMs = performance.now();
  server.kill('SIGTERM');
  // Passed on by npm or a terminal: the same one, not a second.
  server.kill('SIGTERM');
  await untilUnavailable(origin);
  const noticedMs = performance.now() - signalledAtMs;
  const body = await (await fetch(`${origin}/health`)).json();
  expect(body).toMatchObject({ status: 'unavailable', checks: { database: { ok: true } } });
  expect(await statusOf(`${origin}/api/auth/verify`)).toBe(401);
  const [code] = await exited;
  const tookMs = performance.now() - signalledAtMs;
  expect(code).toBe(0);
  expect(tookMs).toBeGreaterThanOrEqual(seconds * 1_000);
  report(
    'SIGTERM',
    `/health 503 after ${Math.round(noticedMs)} ms, stopped after ${Math.round(tookMs)} ms`,
  );
}, 120_000);

test('row 25: a second SIGTERM ends it at once', async () => {
  const { origin, process: server } = await start(300);
  server.kill('SIGTERM');
  await untilUnavailable(origin);
  const exited = once(server, 'exit');
  const again = setInterval(() => server.kill('SIGTERM'), 200);
  const startedAtMs = performance.now();
  const [code] = await exited;
  clearInterval(again);
  expect(code).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(60_000);
}, 120_000);
