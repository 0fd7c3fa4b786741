/** Harness of outbox tests: a worker on a fresh real database and a real SMTP relay, its log lines, and /health. */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { health } from '#contract/health.ts';
import { createPool } from '#server/db/pool.ts';
import { healthRoute } from '#server/http/health.ts';
import {
  type OutboxWorker,
  type OutboxWorkerOptions,
  startOutboxWorker,
} from '#server/mail/outbox-worker.ts';
import { createMetrics } from '#server/metrics.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';

export interface OutboxHarness {
  readonly pool: pg.Pool;
  readonly relay: Relay;
  /** Log lines of the workers. */
  readonly logged: { msg: string; reason?: string }[];
  start(options?: {
    readonly timings?: OutboxWorkerOptions['timings'];
    readonly smtpUrl?: string;
    readonly perSecond?: number;
  }): OutboxWorker;
  /** Alert mails one second apart, the newest now, each to a person of its own. @returns their ids, oldest first */
  enqueue(count: number, to?: string): Promise<string[]>;
  count(where: string): Promise<number>;
  /** Message-IDs in the order of arrival. */
  messageIds(): string[];
  mailHealth(): Promise<{ ok: boolean; detail?: string | undefined }>;
  close(): Promise<void>;
}

export const messageIdsOf = (ids: readonly string[]) => ids.map((id) => `<${id}@vigia.example>`);

export async function createOutboxHarness(): Promise<OutboxHarness> {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const relay = await startRelay();
  const workers: OutboxWorker[] = [];
  const logged: OutboxHarness['logged'] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
  return {
    pool,
    relay,
    logged,
    start({ timings = {}, smtpUrl = relay.url, perSecond } = {}) {
      const mail = {
        smtpUrl,
        from: 'Vigía <avisos@vigia.example>',
        dkim: null,
        requireTls: false,
        ehloName: null,
      };
      const config = {
        mail: { ...mail, ...(perSecond && { perSecond }) },
        databaseSessionUrl: database.url,
      };
      const worker = startOutboxWorker({ pool, config, log, metrics: createMetrics(), timings });
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
        `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers,
                             created_at, next_attempt_at)
         select id, id::text, 'alert', $2, 'Asunto', 'Texto', '<p>Texto</p>', '{}', at, at
           from (select id, now() - make_interval(secs => $3 - n) as at
                   from unnest($1::uuid[]) with ordinality as listed (id, n)) as mails`,
        [ids, to, total],
      );
      await pool.query(`select pg_notify('vigia_outbox', '')`);
      return ids;
    },
    async count(where) {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::integer as n from outbox where ${where}`,
      );
      return rows[0]?.n ?? 0;
    },
    messageIds: () => relay.received.map(({ mail }) => mail.messageId ?? ''),
    async mailHealth() {
      const app = fastify();
      healthRoute(app, { pool, version: 'test', market: null, isStopping: () => false });
      const { body } = await app.inject('/health');
      await app.close();
      return health.parse(JSON.parse(body)).checks.mail;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await relay.close();
      await pool.end();
      await database.drop();
    },
  };
}
