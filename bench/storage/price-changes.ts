/**
 * Inserts per second into `price_changes`: partitioned by month, and one table with a foreign key.
 * Interleaved on one real PostgreSQL; also the time to read every collectible's extremes from each.
 * Run: `npm run bench -- months`, or `node bench/storage/price-changes.ts [rows]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadMonthRanges } from '#server/db/market/price-history.ts';
import { insertPriceChanges } from '#server/db/market/reading-writes.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#standins/postgres.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const rowCount = Number(process.argv[2] ?? 300_000);
const rounds = 5;
const batch = 1_000;
const collectibleCount = 2_000;
const dayMs = 86_400_000;
const fromMs = Date.parse('2026-01-10T00:00:00Z');
const now = new Date(fromMs + 180 * dayMs);

const dataDir = await mkdtemp(join(tmpdir(), 'vigia-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startPostgres({ dataDir, progress: () => {} });
await migrate(postgres.url);
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await client.query(`
  insert into sources (name, fingerprint, currency) values ('bench', 'f', 'EUR');
  insert into matches (id, source, number, event, name, city, currency) values ('m', 'bench', 1, 'E', 'M', 'C', 'EUR');
  insert into collectibles (id, match_id, name, category, currency)
    select 'c' || i, 'm', 'c', 'c', 'EUR' from generate_series(0, ${collectibleCount - 1}) i;
  create schema single;
  create table single.price_changes (
    collectible_id text not null references collectibles(id), observed_at timestamptz not null,
    floor_cents integer, late boolean not null default false, primary key (collectible_id, observed_at))`);
await client.query('select ensure_price_partitions($1, $2)', [new Date(fromMs), now]);

const ids = Array.from({ length: collectibleCount }, (_, index) => `c${index}`);

async function insertAll(): Promise<number> {
  await client.query('truncate price_changes');
  const begun = performance.now();
  for (let first = 0; first < rowCount; first += batch) {
    await insertPriceChanges(
      client,
      Array.from({ length: Math.min(batch, rowCount - first) }, (_, index) => ({
        collectibleId: ids[(first + index) % collectibleCount] ?? '',
        observedAt: new Date(
          fromMs + Math.floor(((first + index) / rowCount) * 180) * dayMs + first + index,
        ),
        floorCents: 1_000 + ((first + index) % 500),
        late: false,
      })),
    );
  }
  return (rowCount * 1_000) / (performance.now() - begun);
}

async function readAll(): Promise<number> {
  const begun = performance.now();
  await loadMonthRanges(client, ids, now);
  return performance.now() - begun;
}

const shapes = { 'one table': 'single, public', 'by month': 'public' } as const;
const rates = { 'one table': [] as number[], 'by month': [] as number[] };
const readTimesMs = { 'one table': [] as number[], 'by month': [] as number[] };
for (const round of Array.from({ length: rounds }, (_, index) => index + 1)) {
  for (const [shape, path] of Object.entries(shapes) as [keyof typeof shapes, string][]) {
    await client.query(`set search_path = ${path}`);
    const perSecond = await insertAll();
    await client.query('analyze price_changes');
    await readAll();
    const readMs = median([await readAll(), await readAll(), await readAll()]);
    rates[shape].push(perSecond);
    readTimesMs[shape].push(readMs);
    console.log(
      `${round}  ${shape.padEnd(9)}  ${Math.round(perSecond)} rows/s  figures of ${collectibleCount}: ${readMs.toFixed(1)} ms`,
    );
  }
}
report({
  what: 'price changes stored, by month',
  unit: 'rows/s',
  value: median(rates['by month']),
  reference: { name: 'one table', value: median(rates['one table']) },
});
report({
  what: `figures of ${collectibleCount} collectibles, by month`,
  unit: 'ms',
  value: median(readTimesMs['by month']),
  reference: { name: 'one table', value: median(readTimesMs['one table']) },
});
await client.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
