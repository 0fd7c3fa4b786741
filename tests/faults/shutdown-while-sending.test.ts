/** Row 20 of the fault campaign: the real process is asked to stop while a mail is on its way. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '#server/db/pool.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import { kill } from './support/crash-harness.ts';

const drainMs = 10_000;
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let relay: Relay;
let vigia: RunningVigia;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  relay = await startRelay();
  vigia = await startVigia({
    env: { DATABASE_URL: database.url, SMTP_URL: relay.url, MARKET_PAUSED: '1' },
  });
  await pool.query(
    `insert into users (uid, email, username) values ('ana', 'ana@correo.example', 'ana')`,
  );
});
afterEach(async () => {
  await kill(vigia);
  await vigia.stop();
  await relay.close();
  await pool.end();
  await database.drop();
});

async function enqueue(): Promise<void> {
  await enqueueMail(pool, {
    uid: 'ana',
    kind: 'alert',
    to: 'ana@correo.example',
    subject: 'Asunto',
    text: 'Texto',
    html: '<p>Texto</p>',
    headers: {},
  });
  await pool.query(`select pg_notify('vigia_outbox', '')`);
}

const states = async () =>
  (await pool.query<{ state: string }>('select state from outbox')).rows.map(({ state }) => state);

async function stopping(): Promise<{ code: unknown; tookMs: number }> {
  const startedAtMs = performance.now();
  const left = once(vigia.process, 'exit');
  vigia.process.kill('SIGTERM');
  const [code] = await left;
  return { code, tookMs: performance.now() - startedAtMs };
}

test('row 20: asked to stop while the relay thinks, it waits for the answer and goes', async () => {
  const gate = relay.hold();
  await enqueue();
  await gate.reached;
  const stopped = stopping();
  gate.release();
  const { code, tookMs } = await stopped;
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(drainMs);
  expect(await states()).toEqual(['sent']);
  expect(relay.received).toHaveLength(1);
  report('SIGTERM with a mail at the relay', `stopped in ${Math.round(tookMs)} ms, sent once`);
}, 60_000);

// It takes the whole of the patience: too long for every day.
test.runIf(sized({ quick: false, whole: true }))(
  'row 20: with a relay that never answers it goes all the same, and the mail stays in hand for the next',
  async () => {
    const gate = relay.hold();
    await enqueue();
    await gate.reached;
    const { code, tookMs } = await stopping();
    expect(code).toBe(0);
    // Half a second for the process itself to notice and to leave.
    expect(tookMs).toBeLessThan(drainMs + 500);
    expect(await states()).toEqual(['sending']);
    gate.release();
    report(
      'SIGTERM with a relay that never answers',
      `stopped in ${Math.round(tookMs)} ms, mail left in hand`,
    );
  },
  60_000,
);
