/** `npm run check:sql`: checks the server's SQL against a database of its own, with all migrations, and deletes it. */
import { rm } from 'node:fs/promises';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#standins/postgres.ts';
import { makeDataDirWithDatabase } from '#tests/support/database-template.ts';
import { checkQueries } from './check-queries.ts';

const configFile = 'tests/sql/tsconfig.json';
const dataDir = await makeDataDirWithDatabase('vigia-sql-');
const postgres = await startPostgres({
  dataDir,
  progress: () => {},
  settings: { fsync: 'off', full_page_writes: 'off' },
});
try {
  await migrate(postgres.url);
  const { violations, statements, exempt } = await checkQueries(configFile, postgres.url);
  for (const violation of violations) process.stdout.write(`${violation}\n`);
  process.stdout.write(
    `Checked ${statements} statements: ${violations.length} errors; exempt: ${exempt.length} calls.\n`,
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
