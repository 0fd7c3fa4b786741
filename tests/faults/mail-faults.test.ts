/** Rows 3, 4, 18 and 22 of the fault campaign: a relay that is down, rejects us or mails, loses its reply, or never accepts one. */

import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { health } from '#contract/health.ts';
import { maxExpiredClaims } from '#machines/mail-delivery.machine.ts';
import { findRelayRefusal } from '#server/db/alerts/mail-relay.ts';
import { claimMails, renewLease } from '#server/db/alerts/outbox.ts';
import { healthRoute } from '#server/http/health.ts';
import {
  type OutboxWorker,
  type OutboxWorkerOptions,
  startOutboxWorker,
} from '#server/mail/outbox-worker.ts';
import { createMetrics } from '#server/metrics.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/local-app.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { type Answer, type Refusal, type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

/** Log lines of the worker. */
let logged: { msg: string; reason?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const longMs = byCampaignSize({ quick: 60_000, full: 600_000 });
let pool: pg.Pool;
let url: string;
let relay: Relay;
let sender: OutboxWorker | null;

beforeEach(async () => {
  ({ pool, url } = await openTestDatabase());
  sender = null;
  logged = [];
  relay = await startRelay();
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
});
afterEach(async () => {
  await sender?.close();
  await relay.close();
});

function start(timings: OutboxWorkerOptions['timings'] = {}, smtpUrl = relay.url): void {
  const mail = {
    smtpUrl,
    requireTls: false,
    ehloName: null,
    from: 'Vigía <avisos@vigia.example>',
    dkim: null,
  };
  const config = { mail, databaseSessionUrl: url };
  sender = startOutboxWorker({ pool, config, log, metrics: createMetrics(), timings });
}

/** Each to a person of its own: one person's alerts wait for each other. */
async function enqueue(count: number, to = 'ana@correo.example'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `insert into users (uid, email, username, email_confirmed_at) select id, $2, 'ana', now() from unnest($1::text[]) as id`,
    [ids, to],
  );
  await pool.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers)
     select id, id::text, 'alert', $2, 'Asunto', 'Texto', '<p>Texto</p>', '{}' from unnest($1::uuid[]) id`,
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
const inOrder = (ids: readonly string[]) => ids.map((id) => `<${id}@vigia.example>`);
const idsOf = (ids: readonly string[]) => inOrder(ids).sort();

test(
  'row 3: ten minutes of “not now”: retries back off exponentially, then every mail is sent once',
  async () => {
    const mails = byCampaignSize({ quick: 20, full: 200 });
    const outageSeconds = 600;
    relay.answerTo('ana@correo.example', 451);
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
      if (passed >= outageSeconds) relay.answerTo('ana@correo.example', 250);
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
    await waitUntil(async () => (await count(`state = 'sent'`)) === mails, longMs);
    expect(messageIds().sort()).toEqual(idsOf(ids));
    report(
      `${mails} mails, relay busy for ${Math.round(passed)} simulated seconds`,
      `${attempts} tries each, the last waits ${rangeOf(waits.get(attempts))} s; all ${mails} delivered once`,
    );
  },
  longMs * 2,
);

const rangeOf = (delays: readonly number[] = []) =>
  `${Math.round(Math.min(...delays))}–${Math.round(Math.max(...delays))}`;

test(
  'row 4: 4xx is retried, a lost 250 repeats that mail alone',
  async () => {
    const mails = byCampaignSize({ quick: 40, full: 400 });
    const kinds: readonly Answer[] = [421, 450, 451, 452, 'cut', 'keep and cut', 250, 250];
    const answers = Array.from({ length: mails }, (_, n) => kinds[n % kinds.length] ?? 250);
    const countAnswers = (...selected: Answer[]) =>
      answers.filter((it) => selected.includes(it)).length;
    relay.answerNext(...answers);
    const ids = await enqueue(mails);
    start();
    await waitUntil(async () => (await count(`state in ('pending', 'sending')`)) === 0, longMs);
    expect(await count(`state = 'sent'`)).toBe(mails);
    const repeats = relay.received.length - new Set(messageIds()).size;
    expect(new Set(messageIds()).size).toBe(mails);
    expect(repeats).toBe(countAnswers('keep and cut'));
    expect(new Set([...messageIds(), ...idsOf(ids)]).size).toBe(mails);
    report(
      `${mails} mails, half refused for now, an eighth each cut before and after keeping`,
      `${mails} delivered, ${repeats} repeated (one for each lost 250, same Message-ID)`,
    );
  },
  longMs,
);

test(
  'row 18: a mail that is never accepted fails after its attempts, and others are sent meanwhile',
  async () => {
    const maxAttempts = 4;
    const others = byCampaignSize({ quick: 30, full: 1_000 });
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

/** Mails of one second each, oldest first. */
async function enqueueInOrder(total: number): Promise<string[]> {
  const ids = await enqueue(total);
  await pool.query(
    `update outbox set created_at = at, next_attempt_at = at
       from (select id as mail, now() - make_interval(secs => $2 - n) as at
               from unnest($1::uuid[]) with ordinality as listed (id, n)) as times
      where id = mail`,
    [ids, total],
  );
  return ids;
}

const refusedTimes = () => logged.filter(({ msg }) => msg.startsWith('the relay refuses us'));
const refusal = async (): Promise<string | null> => findRelayRefusal(pool);

/** `mail` of /health, as any process answers it. */
async function mailHealth() {
  const app = fastify();
  healthRoute(app, { pool, version: 'test', market: null, isStopping: () => false });
  const { body } = await app.inject('/health');
  await app.close();
  return health.parse(JSON.parse(body)).checks.mail;
}

test.each<[string, Refusal, string]>([
  ['AUTH', { at: 'auth', reply: '535 5.7.8 authentication failed for vigia-user' }, '535 5.7.8'],
  ['the greeting', { at: 'greeting', reply: '554 no SMTP service for 203.0.113.7' }, '554'],
  ['MAIL FROM, 554', { at: 'sender', reply: '554 daily message quota exceeded' }, 'quota exceeded'],
  ['MAIL FROM, 550', { at: 'sender', reply: '550 avisos@vigia.example not allowed' }, '550'],
  ['STARTTLS, self-signed', { at: 'tls' }, 'certificate'],
])(
  'row 22: a refusal at %s is not one of the mails: all wait, and are sent once after it',
  async (at, refused, words) => {
    relay.refuse(refused);
    const ids = await enqueueInOrder(20);
    const address = new URL(relay.url);
    address.username = 'vigia-user';
    address.password = 'una-clave';
    const withUser = address.href;
    start({ maxAttempts: 2 }, withUser);
    await waitUntil(async () => refusedTimes().length >= 3, longMs);
    // Five under way at first, then one probe at a time, at 1 and 3 seconds.
    expect(relay.connectionCount()).toBeLessThanOrEqual(8);
    await waitUntil(async () => (await count(`state = 'pending' and attempts = 0`)) === 20, longMs);
    const detail = await refusal();
    expect(detail).toContain(words);
    expect(detail).not.toMatch(/vigia|una-clave|203\.0|127\.0/);
    expect(refusedTimes()[0]?.reason).toContain(words);
    expect(await mailHealth()).toEqual({ ok: false, detail: expect.stringContaining(words) });
    relay.refuse(null);
    const repairedAtMs = performance.now();
    await waitUntil(async () => (await count(`state = 'sent'`)) === 20, 60_000);
    const tookMs = performance.now() - repairedAtMs;
    expect(messageIds()).toEqual(inOrder(ids));
    expect(await count('attempts = 1')).toBe(20);
    await waitUntil(async () => (await mailHealth()).ok);
    report(
      `20 mails, refused at ${at}`,
      `all wait without an attempt; ${Math.round(tookMs / 100) / 10} s after the repair all 20 delivered once`,
    );
  },
  longMs * 2,
);

test(
  'row 22: a relay that is away: all wait, and leave oldest first once it is back',
  async () => {
    const port = await freePort();
    await relay.close();
    const away = { ...relay, url: `smtp://127.0.0.1:${port}` };
    relay = { ...away, close: async () => {} };
    const ids = await enqueueInOrder(20);
    start();
    await waitUntil(async () => refusedTimes().length >= 2, longMs);
    await waitUntil(async () => (await count(`state = 'pending' and attempts = 0`)) === 20, longMs);
    relay = await startRelay({ port });
    await waitUntil(async () => (await count(`state = 'sent'`)) === 20, 60_000);
    expect(messageIds()).toEqual(inOrder(ids));
  },
  longMs * 2,
);

test(
  'row 22: a 550 to one recipient fails that mail alone, a policy 554 there none',
  async () => {
    const others = await enqueue(10);
    const [unknown] = await enqueue(1, 'nadie@correo.example');
    relay.refuseRecipient('nadie@correo.example', '550 5.1.1 no such user');
    relay.refuseRecipient('lista@correo.example', '554 5.7.1 client host blocked');
    const [blocked] = await enqueue(1, 'lista@correo.example');
    start();
    await waitUntil(async () => (await count(`state = 'sent'`)) === 10, longMs);
    // Another one's mail has to pass after its refusal.
    await waitUntil(
      async () => (await count(`id = '${unknown}' and last_error is not null`)) === 1,
      longMs,
    );
    const later = await enqueue(1);
    await waitUntil(async () => (await count(`state = 'failed'`)) === 1, longMs);
    await waitUntil(async () => (await count(`state = 'sent'`)) === 11, longMs);
    expect(messageIds().sort()).toEqual(idsOf([...others, ...later]).sort());
    expect(await count(`id = '${unknown}' and state = 'failed'`)).toBe(1);
    expect(await count(`id = '${blocked}' and state in ('pending', 'sending')`)).toBe(1);
  },
  longMs,
);

test(
  'row 22: a mail that kills its worker is parked after eight deaths, alone',
  async () => {
    const [fatal = '', ...others] = await enqueueInOrder(6);
    const leaseOf = async (id: string): Promise<number> => {
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 as seconds from outbox where id = $1`,
        [id],
      );
      return Math.ceil((rows[0]?.seconds ?? 0) / 30) * 30;
    };
    const expire = (where: string) =>
      pool.query(
        `update outbox set next_attempt_at = created_at where state = 'sending' and ${where}`,
      );
    // One death is not held against any: the next worker claims all six again. From the second on the one is tried alone.
    for (let deaths = 0; deaths < maxExpiredClaims; deaths += 1) {
      const { mails } = await claimMails(pool, { limit: 20, suspects: 1, leaseSeconds: 30 });
      const alone = deaths > 1;
      expect(mails.map(({ id }) => id)).toEqual(alone ? [fatal] : [fatal, ...others]);
      await renewLease(pool, mails, 30);
      expect(await leaseOf(fatal)).toBe(30 * 2 ** Math.max(0, deaths - 1));
      await expire(deaths > 0 ? `id = '${fatal}'` : 'true');
    }
    await expire('true');
    start();
    await waitUntil(async () => (await count(`state = 'sent'`)) === 5, longMs);
    expect(
      await count(`id = '${fatal}' and state = 'failed' and expired_claims = ${maxExpiredClaims}`),
    ).toBe(1);
    expect(messageIds().sort()).toEqual(idsOf(others));
  },
  longMs,
);

test(
  'row 22: what a worker that died had claimed leaves as quickly as the rest',
  async () => {
    const ids = await enqueueInOrder(40);
    await claimMails(pool, { limit: 20, suspects: 1, leaseSeconds: 30 });
    await pool.query(`update outbox set next_attempt_at = created_at where state = 'sending'`);
    const held = relay.pauseReplies();
    start();
    await held.reached;
    await waitUntil(async () => (await count(`state = 'sending'`)) === 20, longMs);
    expect(await count(`state = 'sending' and expired_claims = 1`)).toBe(20);
    held.release();
    await waitUntil(async () => (await count(`state = 'sent'`)) === 40, longMs);
    expect(messageIds().sort()).toEqual(idsOf(ids));
  },
  longMs,
);
