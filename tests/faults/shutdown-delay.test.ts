/** Row 25 of the fault campaign: a process in production that is told to stop, once and twice. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server-process.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

const { url: databaseUrl } = await openTestDatabase();

const start = (seconds: number) =>
  startServer({
    DATABASE_URL: databaseUrl,
    ROLE: 'api',
    SHUTDOWN_DELAY_SECONDS: String(seconds),
  });
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test('row 25: on SIGTERM /health answers 503 while all is still served; a second one ends it at once', async () => {
  const { origin, process: server } = await start(300);
  expect(await statusOf(`${origin}/health`)).toBe(200);
  const exited = once(server, 'exit');
  const signalledAtMs = performance.now();
  server.kill('SIGTERM');
  await waitUntil(async () => (await statusOf(`${origin}/health`)) === 503);
  const noticedMs = performance.now() - signalledAtMs;
  const body = await (await fetch(`${origin}/health`)).json();
  expect(body).toMatchObject({ status: 'unavailable', checks: { database: { ok: true } } });
  expect(await statusOf(`${origin}/api/auth/verify`)).toBe(401);
  const again = setInterval(() => server.kill('SIGTERM'), 200);
  const repeatedAtMs = performance.now();
  const [code] = await exited;
  clearInterval(again);
  const endedMs = performance.now() - repeatedAtMs;
  expect(code).toBe(0);
  expect(endedMs).toBeLessThan(60_000);
  report(
    'SIGTERM, with a delay of five minutes',
    `/health 503 after ${Math.round(noticedMs)} ms; ended ${Math.round(endedMs)} ms after the second`,
  );
});

test('row 25: it stops by itself after the delay; two signals at once are one', async () => {
  const seconds = byCampaignSize({ quick: 2, full: 5 });
  const { process: server } = await start(seconds);
  const exited = once(server, 'exit');
  const signalledAtMs = performance.now();
  server.kill('SIGTERM');
  // Another signal, as npm or a terminal passes it on: two of one kind may arrive as one.
  server.kill('SIGINT');
  const [code] = await exited;
  const tookMs = performance.now() - signalledAtMs;
  expect(code).toBe(0);
  expect(tookMs).toBeGreaterThanOrEqual(seconds * 1_000);
  report(`SIGTERM, with a delay of ${seconds} s`, `stopped after ${Math.round(tookMs)} ms`);
});
