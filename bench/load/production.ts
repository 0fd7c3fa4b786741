/** Starts the production server on a database of its own. Google's hosts are configured but never reached. */
import { startPostgres } from '#standins/postgres.ts';
import { startServer } from '#tests/support/server-process.ts';
import type { RunningServer } from './baseline.ts';

export async function serveProduction(dataDir: string): Promise<RunningServer> {
  const postgres = await startPostgres({ dataDir, progress: () => {} });
  const { origin, stop } = await startServer({ DATABASE_URL: postgres.url });
  return {
    origin,
    async close() {
      await stop();
      await postgres.stop();
    },
  };
}
