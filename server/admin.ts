/**
 * What an operator may change by hand: `npm run admin -- plan <email> <plan>`. A grant stays above what is paid;
 * granting `basico` takes it back.
 * Exit codes: 0 done, 1 the database could not do it, 2 the command is wrong, 3 nobody has that e-mail.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { type PlanName, planNames } from '#domain/plans.ts';
import { grantPlan } from './billing/plan-in-force.ts';
import { listUidsByEmail } from './db/grants.ts';
import { createPool } from './db/pool.ts';
import { inTransaction, retryDeadlocks } from './db/transaction.ts';
import { lockUser } from './db/users.ts';

const usage = `Uso: npm run admin -- plan <correo> <${planNames.join('|')}>`;

/** An outcome as a sentence and an exit code. */
export interface Outcome {
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly message: string;
}

export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const [command, email, plan, ...rest] = args;
  if (command !== 'plan' || email === undefined || plan === undefined || rest.length > 0) {
    return { exitCode: 2, message: usage };
  }
  if (!isPlan(plan)) {
    const known = planNames.join(', ');
    return { exitCode: 2, message: `No existe el plan «${plan}». Los planes son: ${known}.` };
  }
  const url = await databaseUrl(env);
  if (url === null) {
    return {
      exitCode: 1,
      message: 'No hay base de datos: arranca Vigía con npm start o define DATABASE_URL.',
    };
  }
  const pool = createPool(url);
  try {
    const counts = await retryDeadlocks(() =>
      inTransaction(pool, (client) => grantByEmail(client, email, plan)),
    );
    if (counts === null)
      return { exitCode: 3, message: `Ninguna cuenta abierta tiene el correo ${email}.` };
    const paid = counts === plan ? '' : ', el que paga';
    return { exitCode: 0, message: `${email} tiene ahora el plan ${counts}${paid}.` };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { exitCode: 1, message: `La base de datos no ha podido hacerlo: ${detail}` };
  } finally {
    await pool.end();
  }
}

const isPlan = (text: string): text is PlanName => planNames.some((name) => name === text);

/** @returns the plan that counts now; null when nobody has that e-mail */
async function grantByEmail(
  client: pg.PoolClient,
  email: string,
  plan: PlanName,
): Promise<PlanName | null> {
  let counts: PlanName | null = null;
  for (const uid of await listUidsByEmail(client, email)) {
    const user = await lockUser(client, uid);
    if (user !== null) counts = await grantPlan(client, user, plan);
  }
  return counts;
}

/** The operator's, or the one the running local instance leaves in its data directory. */
async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const file = join(resolve(env.DATA_DIR ?? '.data'), 'postgres-url');
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { exitCode, message } = await runAdmin(process.argv.slice(2), process.env);
  (exitCode === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exitCode = exitCode;
}
