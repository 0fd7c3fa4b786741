/** Rows 3, 4 and 18 of the fault campaign: a relay that is down, rejects mails, loses its reply, or never accepts one. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '#server/db/pool.ts';
import {
  type OutboxWorker,
  type OutboxWorkerOptions,
  startOutboxWorker,
} from '#server/mail/outbox-worker.ts';
import { createMetrics } from '#server/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/local-app.ts';
import { type Answer, type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

const log = pino({ level: 'silent' });
const longMs = sized({ quick: 60_000, full: 600_000 });
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let relay: Relay;
let sender: OutboxWorker | null;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  sender = null;
  relay = await startRelay();
  await pool.query(
    `insert into users (uid, email, username) values ('ana', 'ana@correo.example', 'ana')`,
  );
});
afterEach(async () => {
  await sender?.close();
  await relay.close();
  await pool.end();
  await database.drop();
});

function start(timings: OutboxWorkerOptions['timings'] = {}): void {
  const mail = { smtpUrl: relay.url, from: 'Vigía <avisos@vigia.example>', dkim: null };
  const config = { mail, databaseUrl: database.url };
  sender = startOutboxWorker({ pool, config, log, metrics: createMetrics(), timings });
}

async function enqueue(count: number, to = 'ana@correo.example'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers)
     select id, 'ana', 'alert', $2, 'Asunto', 'Texto', '<p>Texto</p>', '{}' from unnest($1::uuid[]) id`,
    [ids, to],
  );
  await pool.query(`select pg_notify('vigia_outbox', '')`);
  return ids;
}

const count = async (where: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::integer as n from outbox where ${where}`))
    .rows[0]?.n ?? 0;

/** Records retry delays from this attempt on, and postpones the retries until `passWaits`. */
const postponeRetries = (fromAttempt = 1) =>
  pool.query(`
    create table waits (attempt integer, seconds float8);
    create function hold_wait() returns trigger language plpgsql as $$
    begin
      insert into waits values (new.attempts, extract(epoch from new.next_attempt_at - now()));
      new.next_attempt_at := new.next_attempt_at + interval '1 day';
      return new;
    end $$;
    create trigger hold_wait before update on outbox for each row
      when (old.state = 'sending' and new.state = 'pending' and new.attempts >= ${fromAttempt})
      execute function hold_wait()`);

async function runRetries(): Promise<void> {
  await pool.query(`update outbox set next_attempt_at = now() where state = 'pending'`);
  await pool.query(`select pg_notify('vigia_outbox', '')`);
}

const messageIds = () => relay.received.map(({ mail }) => mail.messageId ?? '');
const idsOf = (ids: readonly string[]) => ids.map((id) => `<${id}@vigia.example>`).sort();

test(
  'row 3: ten minutes without a relay: retries back off exponentially, then every mail is sent once',
  async () => {
    const mails = sized({ quick: 20, full: 200 });
    const outageSeconds = 600;
    const port = await freePort();
    await relay.close();
    const away = { ...relay, url: `smtp://127.0.0.1:${port}` };
    relay = { ...away, close: async () => {} };
    await postponeRetries();
    const ids = await enqueue(mails);
    start();
    let passed = 0;
    const waits = new Map<number, number[]>();
    for (let attempt = 1; passed < outageSeconds; attempt += 1) {
      await waitUntil(
        async () => (await count(`state = 'pending' and attempts = ${attempt}`)) === mails,
        longMs,
      );
      const { rows } = await pool.query<{ seconds: number }>(
        'select seconds from waits where attempt = $1',
        [attempt],
      );
      const delays = rows.map(({ seconds }) => seconds);
      waits.set(attempt, delays);
      passed += Math.max(...delays);
      await runRetries();
    }
    const attempts = waits.size;
    // Each delay is between half and the whole of 2^n seconds, with jitter.
    for (const [attempt, delays] of waits) {
      const fullSeconds = 2 ** (attempt - 1);
      expect(delays).toHaveLength(mails);
      expect(Math.max(...delays)).toBeLessThanOrEqual(fullSeconds);
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(fullSeconds / 2);
      expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(fullSeconds / 20);
    }
    relay = await startRelay({ port });
    await waitUntil(async () => {
      await runRetries();
      return (await count(`state = 'sent'`)) === mails;
    }, longMs);
    expect(messageIds().sort()).toEqual(idsOf(ids));
    report(
      `${mails} mails, relay away for ${Math.round(passed)} simulated seconds`,
      `${attempts} tries each, the last waits ${rangeOf(waits.get(attempts))} s; all ${mails} delivered once`,
    );
  },
  longMs * 2,
);

const rangeOf = (delays: readonly number[] = []) =>
  `${Math.round(Math.min(...delays))}–${Math.round(Math.max(...delays))}`;

test(
  'row 4: 4xx is retried, 5xx fails, a lost 250 repeats that mail alone',
  async () => {
    const mails = sized({ quick: 40, full: 400 });
    const kinds: readonly Answer[] = [421, 451, 550, 554, 'cut', 'keep and cut', 250, 250];
    const answers = Array.from({ length: mails }, (_, n) => kinds[n % kinds.length] ?? 250);
    const countAnswers = (...selected: Answer[]) =>
      answers.filter((it) => selected.includes(it)).length;
    relay.answerNext(...answers);
    const ids = await enqueue(mails);
    start();
    await waitUntil(async () => (await count(`state in ('pending', 'sending')`)) === 0, longMs);
    const refused = countAnswers(550, 554);
    expect(await count(`state = 'failed'`)).toBe(refused);
    expect(await count(`state = 'sent'`)).toBe(mails - refused);
    const repeats = relay.received.length - new Set(messageIds()).size;
    expect(new Set(messageIds()).size).toBe(mails - refused);
    expect(repeats).toBe(countAnswers('keep and cut'));
    expect(new Set([...messageIds(), ...idsOf(ids)]).size).toBe(mails);
    report(
      `${mails} mails, a quarter refused for good, as many for now, an eighth each cut before and after keeping`,
      `${mails - refused} delivered, ${refused} given up, ${repeats} repeated (one for each lost 250, same Message-ID)`,
    );
  },
  longMs,
);

test(
  'row 18: a mail that is never accepted fails after its attempts, and others are sent meanwhile',
  async () => {
    const maxAttempts = 4;
    const others = sized({ quick: 30, full: 1_000 });
    const poisoned = 5;
    relay.answerTo('veneno@correo.example', 451);
    // Its last attempt is postponed until the others are sent: they did not wait for it.
    await postponeRetries(maxAttempts - 1);
    await enqueue(poisoned, 'veneno@correo.example');
    const flowing = await enqueue(others);
    start({ maxAttempts });
    await waitUntil(async () => (await count(`state = 'sent'`)) === others, longMs);
    expect(await count(`state in ('pending', 'sending')`)).toBe(poisoned);
    await pool.query('drop trigger hold_wait on outbox');
    await runRetries();
    await waitUntil(async () => (await count(`state = 'failed'`)) === poisoned, longMs);
    expect(await count(`state = 'failed' and attempts = ${maxAttempts}`)).toBe(poisoned);
    expect(messageIds().sort()).toEqual(idsOf(flowing));
    report(
      `${poisoned} mails refused at every try among ${others} others`,
      `${others} delivered once before, ${poisoned} parked after ${maxAttempts} tries`,
    );
  },
  longMs,
);
