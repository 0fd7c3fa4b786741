/** Rows 3, 4 and 18 of the fault campaign: a relay that is away, refuses, forgets to answer, or chokes on one mail. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '#server/db/pool.ts';
import {
  type OutboxWorker,
  type SenderParts,
  startOutboxWorker,
} from '#server/mail/outbox-worker.ts';
import { createMetrics } from '#server/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/local-app.ts';
import { type Answer, type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

const log = pino({ level: 'silent' });
const longMs = sized({ quick: 60_000, whole: 600_000 });
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

function start(pace: SenderParts['timings'] = {}): void {
  const mail = { smtpUrl: relay.url, from: 'Vigía <avisos@vigia.example>', dkim: null };
  const config = { mail, databaseUrl: database.url };
  sender = startOutboxWorker({ pool, config, log, metrics: createMetrics(), timings: pace });
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

/** What is put off, from this attempt on, stays so until `passWaits`, however late we look; its wait is noted. */
const holdWaits = (fromAttempt = 1) =>
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

async function passWaits(): Promise<void> {
  await pool.query(`update outbox set next_attempt_at = now() where state = 'pending'`);
  await pool.query(`select pg_notify('vigia_outbox', '')`);
}

const messageIds = () => relay.received.map(({ mail }) => mail.messageId ?? '');
const idsOf = (ids: readonly string[]) => ids.map((id) => `<${id}@vigia.example>`).sort();

test(
  'row 3: ten minutes without a relay, then every mail leaves once, later and later tries apart',
  async () => {
    const mails = sized({ quick: 20, whole: 200 });
    const outageSeconds = 600;
    const port = await freePort();
    await relay.close();
    const away = { ...relay, url: `smtp://127.0.0.1:${port}` };
    relay = { ...away, close: async () => {} };
    await holdWaits();
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
      const each = rows.map(({ seconds }) => seconds);
      waits.set(attempt, each);
      passed += Math.max(...each);
      await passWaits();
    }
    const attempts = waits.size;
    // Each wait is between half and the whole of 2^n seconds, and they are not the same for all.
    for (const [attempt, each] of waits) {
      const whole = 2 ** (attempt - 1);
      expect(each).toHaveLength(mails);
      expect(Math.max(...each)).toBeLessThanOrEqual(whole);
      expect(Math.min(...each)).toBeGreaterThanOrEqual(whole / 2);
      expect(Math.max(...each) - Math.min(...each)).toBeGreaterThan(whole / 20);
    }
    relay = await startRelay({ port });
    await waitUntil(async () => {
      await passWaits();
      return (await count(`state = 'sent'`)) === mails;
    }, longMs);
    expect(messageIds().sort()).toEqual(idsOf(ids));
    report(
      `${mails} mails, relay away for ${Math.round(passed)} simulated seconds`,
      `${attempts} tries each, the last waits ${spread(waits.get(attempts))} s; all ${mails} delivered once`,
    );
  },
  longMs * 2,
);

const spread = (each: readonly number[] = []) =>
  `${Math.round(Math.min(...each))}–${Math.round(Math.max(...each))}`;

test(
  'row 4: 4xx is tried again, 5xx is given up, a lost 250 repeats that mail alone',
  async () => {
    const mails = sized({ quick: 40, whole: 400 });
    const kinds: readonly Answer[] = [421, 451, 550, 554, 'cut', 'keep and cut', 250, 250];
    const answers = Array.from({ length: mails }, (_, n) => kinds[n % kinds.length] ?? 250);
    const given = (...these: Answer[]) => answers.filter((it) => these.includes(it)).length;
    relay.answerNext(...answers);
    const ids = await enqueue(mails);
    start();
    await waitUntil(async () => (await count(`state in ('pending', 'sending')`)) === 0, longMs);
    const refused = given(550, 554);
    expect(await count(`state = 'failed'`)).toBe(refused);
    expect(await count(`state = 'sent'`)).toBe(mails - refused);
    const repeats = relay.received.length - new Set(messageIds()).size;
    expect(new Set(messageIds()).size).toBe(mails - refused);
    expect(repeats).toBe(given('keep and cut'));
    expect(new Set([...messageIds(), ...idsOf(ids)]).size).toBe(mails);
    report(
      `${mails} mails, a quarter refused for good, as many for now, an eighth each cut before and after keeping`,
      `${mails - refused} delivered, ${refused} given up, ${repeats} repeated (one for each lost 250, same Message-ID)`,
    );
  },
  longMs,
);

test(
  'row 18: a mail that nobody will take is parked after its tries, and the others flow meanwhile',
  async () => {
    const maxAttempts = 4;
    const others = sized({ quick: 30, whole: 1_000 });
    const poisoned = 5;
    relay.answerTo('veneno@correo.example', 451);
    // Its last try is held back until the others are sent: they did not wait for the poison to be settled.
    await holdWaits(maxAttempts - 1);
    await enqueue(poisoned, 'veneno@correo.example');
    const flowing = await enqueue(others);
    start({ maxAttempts });
    await waitUntil(async () => (await count(`state = 'sent'`)) === others, longMs);
    expect(await count(`state in ('pending', 'sending')`)).toBe(poisoned);
    await pool.query('drop trigger hold_wait on outbox');
    await passWaits();
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
