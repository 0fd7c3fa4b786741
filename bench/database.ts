/** A PostgreSQL of its own with the product's schema, for one bench. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#standins/postgres.ts';

export async function openBenchDatabase(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-bench-'));
  // When run as root, PostgreSQL runs as another user and must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const { url, stop } = await startPostgres({ dataDir, progress: () => {}, settings });
  await migrate(url);
  return {
    url,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
