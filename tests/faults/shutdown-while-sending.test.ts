/** Row 20 of the fault campaign: graceful shutdown of the real process while a mail is being sent. */

import { once } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { kill } from './support/crash-harness.ts';

const drainMs = 10_000;
let pool: pg.Pool;
let url: string;
let relay: Relay;
let vigia: RunningVigia;

beforeEach(async () => {
  ({ pool, url } = await openTestDatabase());
  relay = await startRelay();
  vigia = await startVigia({
    env: { DATABASE_URL: url, SMTP_URL: relay.url, MARKET_PAUSED: '1' },
  });
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
});
afterEach(async () => {
  await kill(vigia);
  await vigia.stop();
  await relay.close();
});

async function enqueue(): Promise<void> {
  await enqueueMail(pool, {
    uid: 'ana',
    cause: 'alert',
    to: 'ana@correo.example',
    subject: 'Asunto',
    text: 'Texto',
    html: '<p>Texto</p>',
    headers: {},
  });
  await pool.query(`select pg_notify('vigia_deliveries', '')`);
}

const states = async () =>
  (await pool.query<{ state: string }>('select state from deliveries')).rows.map(
    ({ state }) => state,
  );

async function stop(): Promise<{ code: unknown; tookMs: number }> {
  const startedAtMs = performance.now();
  const exited = once(vigia.process, 'exit');
  vigia.process.kill('SIGTERM');
  const [code] = await exited;
  return { code, tookMs: performance.now() - startedAtMs };
}

test('row 20: on SIGTERM it waits for the relay’s reply, then exits', async () => {
  const pause = relay.pauseReplies();
  await enqueue();
  await pause.reached;
  const stopped = stop();
  pause.release();
  const { code, tookMs } = await stopped;
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(drainMs);
  expect(await states()).toEqual(['sent']);
  expect(relay.received).toHaveLength(1);
  report('SIGTERM with a mail at the relay', `stopped in ${Math.round(tookMs)} ms, sent once`);
});

// Takes the full drain timeout, too long for `npm test`.
test.runIf(byCampaignSize({ quick: false, full: true }))(
  'row 20: with a relay that never replies it exits after the timeout, and the mail stays claimed for the next process',
  async () => {
    const pause = relay.pauseReplies();
    await enqueue();
    await pause.reached;
    const { code, tookMs } = await stop();
    expect(code).toBe(0);
    // Half a second for the process itself to exit.
    expect(tookMs).toBeLessThan(drainMs + 500);
    expect(await states()).toEqual(['sending']);
    pause.release();
    report(
      'SIGTERM with a relay that never answers',
      `stopped in ${Math.round(tookMs)} ms, mail left claimed`,
    );
  },
);
