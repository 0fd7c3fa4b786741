/**
 * What counting the cases of a day costs at 20 000 collectibles whose prices change every hour, and what a preview reads of
 * it.
 *
 *     npm run bench -- scale-reach      BENCH_COLLECTIBLES=20000 BENCH_HOURS=24
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countReachPage,
  findMonthFigures,
  loadReachCounts,
} from '#server/db/market/reach-counts.ts';
import { migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { startPostgres } from '#standins/postgres.ts';
import { createCpuClock } from '../cpu.ts';
import { report } from '../report.ts';

const collectibles = Number(process.env.BENCH_COLLECTIBLES ?? 20_000);
/** In which a price changes, of a day. */
const hours = Number(process.env.BENCH_HOURS ?? 24);
const reads = 2_000;

const dataDir = await mkdtemp(join(tmpdir(), 'vigia-reach-'));
await chmod(dataDir, 0o755);
const postgres = await startPostgres({
  ...{ dataDir, progress: () => {} },
  settings: { shared_buffers: '512MB', max_wal_size: '2GB' },
});
await migrate(postgres.url);
const pool = createPool(postgres.url);
await pool.query(`
  insert into sources (name, fingerprint, currency) values ('bench', 'f', 'EUR');
  insert into matches (id, source, number, event, name, city, currency) values ('m', 'bench', 1, 'T', 'P', 'C', 'EUR');
  insert into collectibles (id, match_id, name, category, currency, first_priced_at)
    select 'c' || i, 'm', 'N', 'cat', 'EUR', now() - interval '90 days' from generate_series(1, ${collectibles}) i;
  insert into price_hours (collectible_id, hour, last, low_cents, high_cents, changes)
    select 'c' || i, hour, array[(extract(epoch from hour) * 1000)::bigint, cents, 0], cents - 5, cents + 5, 2
      from generate_series(1, ${collectibles}) i, generate_series(0, 90) d, generate_series(0, ${hours - 1}) h,
           lateral (select date_trunc('day', now()) - make_interval(days => d, hours => -h) as hour,
                           1000 + (i * 31 + d * 977 + h * 7) % 400 as cents) at;
  update price_rollup set rolled_until = date_trunc('day', now());
  analyze`);

const clock = await createCpuClock(pool);
const firstAt = clock();
while (await countReachPage(pool));
const first = clock() - firstAt;
await pool.query(`update reach_counts set counted_until = counted_until - interval '1 day'`);
const dayAt = clock();
let pages = 1;
let longestMs = 0;
for (let hasMore = true; hasMore; pages += 1) {
  const began = performance.now();
  hasMore = await countReachPage(pool);
  longestMs = Math.max(longestMs, performance.now() - began);
}
report({
  what: `CPU of worker and database, the cases of a day, ${hours} changes a day each`,
  ...{ unit: 's', value: clock() - dayAt, goal: { max: 60 } },
  note: `${pages} pages, the longest ${Math.round(longestMs)} ms; the first update, of sixty days, ${first.toFixed(1)} s`,
});
for (const [what, read] of Object.entries({
  'of it each time, its figures': (nth: number) =>
    findMonthFigures(pool, `c${1 + (nth % collectibles)}`),
  'of it once a reading, the counts': () => loadReachCounts(pool, 'bench'),
})) {
  const readAt = clock();
  for (let nth = 0; nth < reads; nth += 1) await read(nth);
  report({
    what: `CPU of server and database, what a preview reads ${what}`,
    ...{ unit: 'ms', value: ((clock() - readAt) * 1_000) / reads, goal: { max: 1 } },
  });
}
await pool.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
