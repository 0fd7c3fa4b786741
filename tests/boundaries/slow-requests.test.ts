/** Slowloris: slow connections are closed by the real server's timeouts, and other requests are not delayed. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { type RunningProduction, startProduction } from '#tests/support/production.ts';
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
let server: RunningProduction;
beforeAll(async () => {
  server = await startProduction({ databaseUrl, extraEnv: { ROLE: 'api' } });
});
afterAll(async () => {
  await server?.close();
});

interface SlowRequest {
  readonly cutAfterMs: Promise<number>;
  readonly answer: () => string;
}

/** Opens a connection. @param beginning sent at once, then one byte a second; '' sends nothing at all */
function sendSlowly(beginning: string): SlowRequest {
  const startedAtMs = performance.now();
  const { hostname, port } = new URL(server.origin);
  const socket: Socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  if (beginning !== '') socket.write(beginning);
  const dripping = setInterval(
    () => beginning !== '' && socket.writable && socket.write('a'),
    1_000,
  );
  const cutAfterMs = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - startedAtMs);
    });
  });
  return { cutAfterMs, answer: () => answer };
}

describe('two hundred slow connections', () => {
  it.concurrent.each(kinds)(
    'that send %s slowly are closed after %d ms, and others are served meanwhile',
    async (_what, allowedMs, beginning) => {
      const slow = Array.from({ length: connectionCount }, () => sendSlowly(beginning));
      let isOver = false;
      const cut = Promise.all(slow.map(({ cutAfterMs }) => cutAfterMs)).finally(() => {
        isOver = true;
      });
      let slowestMs = 0;
      while (!isOver) {
        const sentAtMs = performance.now();
        const response = await fetch(`${server.origin}/terms`);
        await response.text();
        expect(response.status).toBe(200);
        slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
        await Promise.race([cut, new Promise((resolve) => setTimeout(resolve, 250))]);
      }
      const times = await cut;
      expect(Math.min(...times)).toBeGreaterThan(allowedMs - 500);
      expect(Math.max(...times)).toBeLessThan(allowedMs + slackMs);
      expect(slowestMs).toBeLessThan(5_000);
      if (beginning !== '')
        for (const { answer } of slow) expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    },
  );
});
