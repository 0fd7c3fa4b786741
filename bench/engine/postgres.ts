/**
 * Matching in PostgreSQL: batches of 1000 ticks joined with an indexed table of thresholds.
 * In PostgreSQL's favour: crossings only, no threshold state, and only their number is returned.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#standins/postgres.ts';
import type { Market } from './synthetic-market.ts';

const batch = 1_000;

const crossings = `
  with moves (target, was, now) as (select * from unnest($1::int[], $2::int[], $3::int[]))
  select (select count(*) from moves m join thresholds t
           on t.target = m.target and not t.is_above and t.cents >= m.now and t.cents < m.was)
       + (select count(*) from moves m join thresholds t
           on t.target = m.target and t.is_above and t.cents > m.was and t.cents <= m.now) as n`;

export interface PostgresBench {
  /** Replaces the thresholds. */
  load(market: Market): Promise<void>;
  /** Joins the first `count` ticks. @returns how many crossings it found */
  run(market: Market, count: number): Promise<number>;
  close(): Promise<void>;
}

export async function startPostgresBench(): Promise<PostgresBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-matching-'));
  // When run as root, PostgreSQL runs as another user and must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const server = await startPostgres({ dataDir, progress: () => {} });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  return {
    async load({ thresholds }) {
      await client.query(`drop table if exists thresholds;
        create table thresholds (id int, target int, is_above bool, cents int)`);
      const size = 50_000;
      for (let from = 0; from < thresholds.target.length; from += size) {
        const part = <Cells extends Int32Array | Uint8Array>(cells: Cells) =>
          Array.from(cells.subarray(from, from + size));
        await client.query(
          `insert into thresholds select $1::int + n, t, a = 1, c
             from unnest($2::int[], $3::int[], $4::int[]) with ordinality as u (t, a, c, n)`,
          [from, part(thresholds.target), part(thresholds.isAbove), part(thresholds.cents)],
        );
      }
      await client.query('create index on thresholds (target, is_above, cents)');
      await client.query('vacuum analyze thresholds');
    },
    async run({ start, ticks }, count) {
      const last = Int32Array.from(start);
      let found = 0;
      for (let from = 0; from < count; from += batch) {
        const targets = Array.from(ticks.target.subarray(from, Math.min(from + batch, count)));
        const now = Array.from(ticks.cents.subarray(from, Math.min(from + batch, count)));
        const was = targets.map((target, index) => {
          const before = last[target] ?? 0;
          last[target] = now[index] ?? 0;
          return before;
        });
        const { rows } = await client.query({
          name: 'crossings',
          text: crossings,
          values: [targets, was, now],
        });
        found += Number(rows[0].n);
      }
      return found;
    },
    async close() {
      await client.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
