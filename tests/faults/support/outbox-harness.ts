/** Harness of outbox tests: a worker on a fresh real database and a real SMTP relay, its log lines, and /health. */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { health } from '#contract/health.ts';
import { createMetrics } from '#server/base/metrics.ts';
import type { DeliveryWorkerOptions } from '#server/delivery/start-kinds.ts';
import { healthRoute } from '#server/http/health.ts';
import { type DeliveryWorker, startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { waitUntil } from './market-harness.ts';

export interface OutboxHarness {
  readonly pool: pg.Pool;
  /** Another one may take its place. */
  relay: Relay;
  start(options?: {
    readonly timings?: DeliveryWorkerOptions['timings'];
    readonly smtpUrl?: string;
    readonly perSecond?: number;
  }): DeliveryWorker;
  /** Alert mails one second apart, the newest now, each to a person of its own. @returns their ids, oldest first */
  enqueue(count: number, to?: string): Promise<string[]>;
  wake(): Promise<unknown>;
  count(where: string): Promise<number>;
  /** Waits until so many mails are in this state. */
  waitForCount(total: number, where: string, withinMs?: number): Promise<void>;
  /** Reasons of the log lines that say that the relay refuses us. */
  refusals(): (string | undefined)[];
  /** Waits until the log says so many times that the relay refuses us. */
  waitForRefusals(times: number): Promise<void>;
  /** Message-IDs in the order of arrival. */
  messageIds(): string[];
  mailHealth(): Promise<{ ok: boolean; detail?: string | undefined }>;
}

const appOrigin = 'https://vigia.example';

export const messageIdsOf = (ids: readonly string[]) => ids.map((id) => `<${id}@vigia.example>`);

/** The relay's URL with a user and a password. */
export function withUser(relayUrl: string): string {
  const url = new URL(relayUrl);
  url.username = 'vigia-user';
  url.password = 'una-clave';
  return url.href;
}

/** Called in a `beforeEach`: it ends with the test. @param options.waitMs what its waits take at most, unless they say so */
export async function openOutbox({ waitMs = 120_000 } = {}): Promise<OutboxHarness> {
  const { pool, url } = await openTestDatabase();
  const workers: DeliveryWorker[] = [];
  const logged: { msg: string; reason?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const harness: OutboxHarness = {
    pool,
    relay: await startRelay(),
    start({ timings = {}, smtpUrl = harness.relay.url, perSecond } = {}) {
      const mail = {
        smtpUrl,
        from: 'Vigía <avisos@vigia.example>',
        dkim: null,
        requireTls: false,
        ehloName: null,
        ...(perSecond !== undefined && { perSecond }),
      };
      const config = { appOrigin, mail, messages: null, databaseSessionUrl: url };
      const worker = startDeliveryWorker({ pool, config, log, metrics: createMetrics(), timings });
      workers.push(worker);
      return worker;
    },
    async enqueue(total, to = 'ana@correo.example') {
      const ids = Array.from({ length: total }, () => randomUUID());
      await pool.query(
        `insert into users (uid, email, username, email_confirmed_at) select id, $2, 'ana', now() from unnest($1::text[]) as id`,
        [ids, to],
      );
      await pool.query(
        `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers,
                             created_at, next_attempt_at)
         select id, id::text, 'alert', $2, 'Asunto', 'Texto', '<p>Texto</p>', '{}', at, at
           from (select id, now() - make_interval(secs => $3 - n) as at
                   from unnest($1::uuid[]) with ordinality as listed (id, n)) as mails`,
        [ids, to, total],
      );
      await harness.wake();
      return ids;
    },
    wake: () => pool.query(`select pg_notify('vigia_deliveries', '')`),
    async count(where) {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::integer as n from deliveries where ${where}`,
      );
      return rows[0]?.n ?? 0;
    },
    waitForCount: (total, where, withinMs = waitMs) =>
      waitUntil(async () => (await harness.count(where)) === total, withinMs),
    refusals: () =>
      logged.filter(({ msg }) => msg.startsWith('we are refused')).map(({ reason }) => reason),
    waitForRefusals: (times) => waitUntil(async () => harness.refusals().length >= times, waitMs),
    messageIds: () => harness.relay.received.map(({ mail }) => mail.messageId ?? ''),
    async mailHealth() {
      const app = fastify();
      healthRoute(app, { pool, version: 'test', market: null, isStopping: () => false });
      const { body } = await app.inject('/health');
      await app.close();
      return health.parse(JSON.parse(body)).checks.mail;
    },
  };
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await harness.relay.close();
  });
  return harness;
}
