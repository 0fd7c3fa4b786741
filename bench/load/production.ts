/** Starts the production server on a database of its own. Google's hosts are configured but never reached. */
import { startPostgres } from '#standins/postgres.ts';
import { startProduction } from '#tests/support/production.ts';
import type { RunningServer } from './baseline.ts';

export async function serveProduction(dataDir: string): Promise<RunningServer> {
  const postgres = await startPostgres({ dataDir, progress: () => {} });
  const { origin, close } = await startProduction({ databaseUrl: postgres.url });
  return {
    origin,
    async close() {
      await close();
      await postgres.stop();
    },
  };
}
