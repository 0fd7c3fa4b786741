/** The local database comes up by itself, whatever became of the one before it. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPostgres } from '#standins/postgres.ts';
import { eventually } from '#tests/support/eventually.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-postgres-'));
  // Run as root, PostgreSQL needs to get in as another user.
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = () => startPostgres({ dataDir, progress: () => {} });

it('waits for the processes of a killed server to leave, and then starts', async () => {
  const killed = await start();
  const client = new pg.Client({ connectionString: killed.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const leaving = rows[0]?.pid ?? 0;
  const cluster = join(dataDir, 'postgres', 'cluster');
  const postmaster = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  // Stopped, it cannot notice that its server is gone.
  process.kill(leaving, 'SIGSTOP');
  process.kill(postmaster, 'SIGKILL');
  try {
    const starting = start();
    const log = join(dataDir, 'postgres', 'postgres.log');
    await eventually(async () =>
      expect(await readFile(log, 'utf8')).toContain('old server processes'),
    );
    process.kill(leaving, 'SIGCONT');
    await (await starting).stop();
  } catch (error) {
    process.kill(leaving, 'SIGKILL');
    throw error;
  } finally {
    await client.end();
  }
});
