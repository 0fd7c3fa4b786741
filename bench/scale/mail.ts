/**
 * Mails a second through a relay that takes 150 ms for each, with the default connections and with MAIL_CONNECTIONS=64.
 *
 *     npm run bench -- scale-mail
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startDeliveryWorker } from '#server/delivery/delivery-worker.ts';
import { createMetrics } from '#server/metrics.ts';
import { report } from '../report.ts';
import { openScaleApi } from './scale-api.ts';

const latencyMs = 150;
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);

const relay = fork(fileURLToPath(new URL('../alerts/relay.ts', import.meta.url)), [
  String(latencyMs),
]);
const [port] = await once(relay, 'message');
const api = await openScaleApi();
// One mail each: a user's alerts are sent one after the other.
await api.pool.query(
  `insert into users (uid, email, username, email_confirmed_at) select 'u' || i, i || '@example.test', 'u', now() from generate_series(1, 2000) i`,
);
const few = await mailsPerSecond({ mails: 200 });
const many = await mailsPerSecond({ mails: 2_000, connections });
report({
  what: `mails through a relay that takes ${latencyMs} ms, MAIL_CONNECTIONS=${connections}`,
  unit: 'a second',
  value: many,
  reference: { name: 'with the default of 5', value: few },
  goal: { min: 6 },
  note: 'target of its own: 200 a second',
});
await api.close();
relay.disconnect();

async function mailsPerSecond({
  mails,
  connections,
}: {
  readonly mails: number;
  readonly connections?: number;
}): Promise<number> {
  await api.pool.query(
    `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html)
     select gen_random_uuid(), 'u' || i, 'alert', i || '@example.test', 'Asunto', 'Texto', '<p>Texto</p>' from generate_series(1, $1) i`,
    [mails],
  );
  const began = performance.now();
  const worker = startDeliveryWorker({
    pool: api.pool,
    config: {
      appOrigin: 'https://vigia.example',
      messages: null,
      databaseSessionUrl: api.url,
      mail: {
        smtpUrl: `smtp://127.0.0.1:${port}`,
        requireTls: false,
        ehloName: null,
        from: 'Vigía <avisos@vigia.test>',
        dkim: null,
        ...(connections === undefined ? {} : { connections }),
      },
    },
    log: pino({ level: 'error' }),
    metrics: createMetrics(),
  });
  while ((await pending()) > 0) await delay(100);
  const elapsedMs = performance.now() - began;
  await worker.close();
  return (mails * 1_000) / elapsedMs;
}

async function pending(): Promise<number> {
  const { rows } = await api.pool.query<{ count: number }>(
    `select count(*)::integer as count from deliveries where state <> 'sent'`,
  );
  return rows[0]?.count ?? 0;
}
