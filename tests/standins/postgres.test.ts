import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type LocalPostgres, startPostgres } from '#standins/postgres.ts';
import { runModule } from '#tests/support/run-module.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openDataDir } from './serve.ts';

let dataDir: string;
let first: LocalPostgres;
beforeEach(async () => {
  dataDir = await openDataDir();
  first = await start();
  onTestFinished(() => first.stop());
});

const start = () => startPostgres({ dataDir, progress: () => {} });
const postmasterFile = () =>
  readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');

it('waits for the processes of a killed server to exit, and then starts', async () => {
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backendPid = rows[0]?.pid ?? 0;
  const postmaster = Number.parseInt(await postmasterFile(), 10);
  // A stopped backend cannot notice that its postmaster is gone.
  process.kill(backendPid, 'SIGSTOP');
  process.kill(postmaster, 'SIGKILL');
  try {
    const starting = start();
    const log = join(dataDir, 'postgres', 'postgres.log');
    await waitFor(async () =>
      expect(await readFile(log, 'utf8')).toContain('old server processes'),
    );
    process.kill(backendPid, 'SIGCONT');
    await (await starting).stop();
  } catch (error) {
    process.kill(backendPid, 'SIGKILL');
    throw error;
  } finally {
    await client.end();
  }
});

it('ends with the process that started it, though that one does not stop it', async () => {
  await first.stop();
  const { exitCode } = await runModule(`
    import { startPostgres } from './standins/postgres.ts';
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, progress: () => {} });
    process.exit(3);
  `);
  expect(exitCode).toBe(3);
  await waitFor(() => expect(postmasterFile()).rejects.toMatchObject({ code: 'ENOENT' }));
});
