/**
 * Operator CLI: `vigia admin <command>`, or `npm run admin -- <command>` in a clone; server/admin/commands.ts lists them.
 * Exit codes: 0 done, 1 database error, 2 wrong usage, 3 no open account has that e-mail.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createPool, queryTimeoutMs } from '../db/pool.ts';
import { type CommandResult, commands, type InDatabase } from './commands.ts';

const usage = (): string =>
  commands
    .map(
      (command, index) =>
        `${index === 0 ? 'Uso:' : '    '} vigia admin ${command.name} ${command.usage}`,
    )
    .map((line) => line.trimEnd())
    .join('\n');

export async function runAdmin(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const command = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  const run = command?.parse(words.slice(command.name.split(' ').length));
  return run?.(inDatabaseOf(env)) ?? { exitCode: 2, message: usage() };
}

const inDatabaseOf =
  (env: NodeJS.ProcessEnv): InDatabase =>
  async (run) => {
    const url = await databaseUrl(env);
    if (url === null) {
      return {
        exitCode: 1,
        message: 'No hay base de datos: arranca Vigía con npm start o define DATABASE_URL.',
      };
    }
    const pool = createPool(url, { queryTimeoutMs });
    try {
      return await run(pool);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { exitCode: 1, message: `La base de datos no ha podido hacerlo: ${detail}` };
    } finally {
      await pool.end();
    }
  };

/** `DATABASE_URL`, or the URL that the running local instance writes to its data directory; null without either. */
async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const file = join(resolve(env.DATA_DIR ?? '.data'), 'postgres-url');
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
