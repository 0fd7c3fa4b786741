/**
 * Mails a second through a relay that takes 150 ms for each, with the default connections and with MAIL_CONNECTIONS=64.
 *
 *     npm run bench -- scale-mail      BENCH_MAILS=2000
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { openBenchMarket } from '../bench-market.ts';
import { report } from '../report.ts';

const latencyMs = 150;
const mails = Number(process.env.BENCH_MAILS ?? 2_000);

const relay = fork(fileURLToPath(new URL('relay.ts', import.meta.url)), [String(latencyMs)]);
const [port] = await once(relay, 'message');
const { pool, url, metrics, close } = await openBenchMarket(1);
// One mail each: a user's alerts are sent one after the other.
await pool.query(
  `insert into users (uid, email, username, email_confirmed_at)
     select 'u' || i, i || '@example.test', 'u', now() from generate_series(1, $1) i`,
  [mails],
);
const few = await mailsPerSecond(mails / 10);
report({
  what: `mails through a relay that takes ${latencyMs} ms, MAIL_CONNECTIONS=64`,
  unit: 'a second',
  value: await mailsPerSecond(mails, 64),
  goal: { min: 200 },
  note: `with the default of 5: ${few.toFixed(0)}`,
});
await close();
relay.disconnect();

async function mailsPerSecond(count: number, connections?: number): Promise<number> {
  await pool.query(
    `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html)
     select gen_random_uuid(), 'u' || i, 'alert', i || '@example.test', 'Asunto', 'Texto', '<p>Texto</p>' from generate_series(1, $1) i`,
    [count],
  );
  const began = performance.now();
  const worker = startDeliveryWorker({
    pool,
    config: {
      appOrigin: 'https://vigia.example',
      messages: null,
      databaseSessionUrl: url,
      mail: {
        smtpUrl: `smtp://127.0.0.1:${port}`,
        requireTls: false,
        ehloName: null,
        from: 'Vigía <avisos@vigia.test>',
        dkim: null,
        ...(connections !== undefined && { connections }),
      },
    },
    log: pino({ level: 'error' }),
    metrics,
  });
  const unsent = `select from deliveries where state <> 'sent' limit 1`;
  while ((await pool.query(unsent)).rowCount !== 0) await delay(100);
  const elapsedMs = performance.now() - began;
  await worker.close();
  return (count * 1_000) / elapsedMs;
}
