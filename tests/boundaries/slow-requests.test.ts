/** Slowloris: slow connections are closed by the real server's timeouts, and other requests are not delayed. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { byCampaignSize } from '../faults/support/campaign-size.ts';

const connectionCount = 200;
/** Beyond the timeouts of server/http/app.ts, which checks every second; this machine may be busy. */
const slackMs = 5_000;
const body =
  'POST /api/billing/webhook HTTP/1.1\r\nHost: vigia.test\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n';
const kinds = [
  ['headers', 10_000, 'GET /health HTTP/1.1\r\nHost: vigia.test\r\nX-Slow: '],
  ['nothing at all', 10_000, ''],
  // Too long for `npm test`.
  ...byCampaignSize({ quick: [], full: [['a body', 30_000, body] as const] }),
] as const;

const { url: databaseUrl } = await openTestDatabase();
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: databaseUrl, ROLE: 'api' });
});
afterAll(async () => {
  await server?.stop();
});

/** Sends the beginning at once, then a byte a second; of '' nothing at all. @returns when it was cut off, and the answer */
function sendSlowly(beginning: string) {
  const startedAtMs = performance.now();
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname).on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const drip = () => beginning !== '' && socket.writable && socket.write('a');
  if (beginning !== '') socket.write(beginning);
  const dripping = setInterval(drip, 1_000);
  return new Promise((closed) => socket.once('close', closed)).then(() => {
    clearInterval(dripping);
    return { afterMs: performance.now() - startedAtMs, answer };
  });
}

it.concurrent.each(kinds)(
  'two hundred slow connections that send %s slowly are closed after %d ms, and others are served meanwhile',
  async (_what, allowedMs, beginning) => {
    let isOver = false;
    const slow = Array.from({ length: connectionCount }, () => sendSlowly(beginning));
    const allCut = Promise.all(slow).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const sentAtMs = performance.now();
      expect((await fetch(`${server.origin}/terms`)).status).toBe(200);
      expect(performance.now() - sentAtMs).toBeLessThan(5_000);
      await Promise.race([allCut, new Promise((resolve) => setTimeout(resolve, 250))]);
    }
    for (const { afterMs, answer } of await allCut) {
      expect(afterMs).toBeGreaterThan(allowedMs - 500);
      expect(afterMs).toBeLessThan(allowedMs + slackMs);
      if (beginning !== '') expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    }
  },
);
