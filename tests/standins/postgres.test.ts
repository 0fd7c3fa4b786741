import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runModule } from '#tests/support/run-module.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openDataDir } from './serve.ts';

it('ends with the process that started it, though that one does not stop it', async () => {
  const dataDir = await openDataDir();
  const { exitCode } = await runModule(`
    import { startPostgres } from './standins/postgres.ts';
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, progress: () => {} });
    process.exit(3);
  `);
  expect(exitCode).toBe(3);
  const postmasterFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  await waitFor(() => expect(readFile(postmasterFile)).rejects.toMatchObject({ code: 'ENOENT' }));
});
