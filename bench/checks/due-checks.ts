/**
 * Cost of the due-check query among a million users when nothing is due, with its query plan.
 * Also the rate at which due checks are processed, one by one and by the running worker.
 * Run: `npm run bench -- checks`, or `node bench/checks/due-checks.ts [users] [waiting]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startCheckWorker } from '#server/alerts/check-worker.ts';
import { runDueChecks } from '#server/alerts/run-checks.ts';
import { claimDueChecks, findNextDue } from '#server/db/alerts/pending-checks.ts';
import { migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { createMetrics } from '#server/metrics.ts';
import { startPostgres } from '#standins/postgres.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const users = Number(process.argv[2] ?? 1_000_000);
const waiting = Number(process.argv[3] ?? 100);
const rounds = 2_000;

const dataDir = await mkdtemp(join(tmpdir(), 'vigia-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startPostgres({ dataDir, progress: () => {} });
await migrate(postgres.url);
const pool = createPool(postgres.url);
const options = {
  pool,
  config: {
    appOrigin: 'https://vigia.example',
    linkSecrets: ['s'.repeat(32)] as const,
    databaseSessionUrl: postgres.url,
  },
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
};
await pool.query(`
  insert into sources (name, fingerprint, currency) values ('bench', 'f', 'EUR');
  insert into matches (id, source, number, event, name, city, currency) values ('m', 'bench', 1, 'E', 'M', 'C', 'EUR');
  insert into collectibles (id, match_id, name, category, currency, floor_cents) values ('c', 'm', 'c', 'c', 'EUR', 900);
  insert into users (uid, email, username, email_confirmed_at)
    select 'user-' || i, 'u' || i || '@example.test', 'user', now() from generate_series(1, ${users}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
    select 'user-' || i * ${Math.floor(users / waiting)}, 't', 'collectible', 'c', 'm', 'below', 1000, 'EUR', 300
      from generate_series(1, ${waiting}) i;
  analyze`);

async function fire(dueIn: string): Promise<void> {
  await pool.query(`
    insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
        collectible_id, match_id, value_cents, previous_cents, currency, observed_at, already)
      select uid, key, 1, 1 + (select count(*) from alerts), condition, value, rearm_band_bp, target_kind, target_id, 'c', 'm',
             900, 1100, 'EUR', now(), false from thresholds;
    insert into pending_checks (uid, due_at) select uid, now() + interval '${dueIn}' from thresholds
      on conflict (uid) do update set due_at = excluded.due_at`);
}

await fire('1 hour');
const idle: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const begun = performance.now();
  await claimDueChecks(pool, new Date(), 20);
  await findNextDue(pool);
  idle.push(performance.now() - begun);
}
idle.sort((a, b) => a - b);
console.log(
  `idle look among ${users} users, ${waiting} of them waiting: median ${median(idle).toFixed(2)} ms, p99 ${idle[Math.floor(rounds * 0.99)]?.toFixed(2)} ms`,
);
const { rows } = await pool.query(
  `explain (analyze, buffers, costs off) select uid from pending_checks where due_at <= now()
    order by due_at limit 1 for update skip locked`,
);
console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'));

await fire('0');
let begun = performance.now();
let written = 0;
while ((await runDueChecks(options, 1)) > 0) written += 1;
const each = (performance.now() - begun) / written;
console.log(`${written} due checks, one after the other: ${each.toFixed(1)} ms each`);

await fire('0');
begun = performance.now();
const checks = startCheckWorker(options);
while ((await findNextDue(pool)).at !== null) await delay(5);
const elapsed = performance.now() - begun;
console.log(
  `${waiting} due checks by the service: ${Math.round((waiting * 1_000) / elapsed)} a second`,
);
report({
  what: `idle look for due checks among ${users} users`,
  unit: 'ms',
  value: median(idle),
});
report({ what: 'due checks written', unit: 'checks/s', value: (waiting * 1_000) / elapsed });
await checks.close();
await pool.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
