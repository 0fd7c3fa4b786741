/**
 * Operator CLI: changes one account (`npm run admin -- plan <email> <plan>`, `suspender <email>`, `readmitir <email>`),
 * puts failed deliveries, by mail or to channels, back into their queue (`deliveries retry [email]`), lists and retries dead letters of the job queues (`jobs dead`, `jobs retry [queue]`), splits the shards of the market
 * (`shards <number>`), or draws the keys of push (`vapid`).
 * A granted plan overrides a lower paid one; granting `basico` removes the grant. Suspending also stops the renewal.
 * Exit codes: 0 done, 1 database error, 2 wrong usage, 3 no open account has that e-mail.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import webPush from 'web-push';
import { type PlanName, planNames } from '#domain/plans.ts';
import { describeDeadJobs, isQueueName, queueNames, retryDeadJobs } from './admin-jobs.ts';
import { grantPlan } from './billing/effective-plan.ts';
import { requeueFailedDeliveries } from './db/deliveries/requeue-deliveries.ts';
import { findShardCount, notifyRebalance, raiseShardCount } from './db/market/worker-leases.ts';
import { createPool, queryTimeoutMs } from './db/pool.ts';
import { inTransaction, retryDeadlocks } from './db/transaction.ts';
import { listUidsByEmail, lockUser, type User } from './db/users/users.ts';
import { suspendAccount, unsuspendAccount } from './users/account/suspend-account.ts';

const usage = (program: string) => `Uso: ${program} plan <correo> <${planNames.join('|')}>
     ${program} suspender <correo>
     ${program} readmitir <correo>
     ${program} deliveries retry [correo]
     ${program} jobs dead
     ${program} jobs retry [${queueNames.join('|')}]
     ${program} shards <64|128|256>
     ${program} vapid`;

/** What the command prints and exits with. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly message: string;
}

/** Changes one account, locked by the caller. @returns what was done, as a Spanish sentence after the e-mail */
type AccountChange = (client: pg.PoolClient, user: User) => Promise<string>;

/** A command with its arguments checked. */
type Command = (pool: pg.Pool) => Promise<CommandResult>;

/** @param program as it is called, for the usage */
export async function runAdmin(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  program = 'npm run admin --',
): Promise<CommandResult> {
  if (args.length === 1 && args[0] === 'vapid') return { exitCode: 0, message: drawVapidKeys() };
  const command = commandOf(args);
  if (command === null) return { exitCode: 2, message: usage(program) };
  if (typeof command === 'string') return { exitCode: 2, message: command };
  const url = await databaseUrl(env);
  if (url === null) {
    return {
      exitCode: 1,
      message: 'No hay base de datos: arranca Vigía con npm start o define DATABASE_URL.',
    };
  }
  const pool = createPool(url, { queryTimeoutMs });
  try {
    return await command(pool);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { exitCode: 1, message: `La base de datos no ha podido hacerlo: ${detail}` };
  } finally {
    await pool.end();
  }
}

/** Needs no database. @returns two lines for the environment */
function drawVapidKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`;
}

/** @returns what is wrong with the arguments; null for wrong usage */
function commandOf(args: readonly string[]): Command | string | null {
  const [name = '', second, ...rest] = args;
  if (name === 'deliveries') return second === 'retry' && rest.length <= 1 ? retry(rest[0]) : null;
  if (name === 'jobs') return jobsCommandOf(second, rest);
  if (name === 'shards')
    return second !== undefined && /^\d{1,4}$/.test(second) && rest.length === 0
      ? raiseShards(Number(second))
      : null;
  const change = second === undefined ? null : parseChange(name, rest);
  if (change === null || second === undefined) return null;
  if (typeof change === 'string') return change;
  return async (pool) => {
    const done = await retryDeadlocks(() =>
      inTransaction(pool, (client) => changeByEmail(client, second, change)),
    );
    return done === null ? noAccount(second) : { exitCode: 0, message: `${second} ${done}` };
  };
}

const noAccount = (email: string): CommandResult => ({
  exitCode: 3,
  message: `Ninguna cuenta abierta tiene el correo ${email}.`,
});

/** @param email absent = every account's */
const retry =
  (email: string | undefined): Command =>
  async (pool) => {
    const uids = email === undefined ? null : await listUidsByEmail(pool, email);
    if (email !== undefined && uids?.length === 0) return noAccount(email);
    const count = await requeueFailedDeliveries(pool, uids);
    const what = count === 1 ? '1 envío vuelve' : `${count} envíos vuelven`;
    const whose = email === undefined ? '' : `${email}: `;
    return { exitCode: 0, message: `${whose}${what} a la cola de salida.` };
  };

/** @returns null for wrong usage */
function jobsCommandOf(action: string | undefined, rest: readonly string[]): Command | null {
  const [queue] = rest;
  if (action === 'dead' && queue === undefined)
    return async (pool) => ({ exitCode: 0, message: await describeDeadJobs(pool) });
  if (action !== 'retry' || rest.length > 1) return null;
  if (queue !== undefined && !isQueueName(queue)) return null;
  return async (pool) => ({ exitCode: 0, message: await retryDeadJobs(pool, queue) });
}

const invalidParameterValue = '22023';

const raiseShards =
  (wanted: number): Command =>
  async (pool) => {
    const current = await findShardCount(pool);
    if (wanted === current)
      return { exitCode: 0, message: `El mercado ya está repartido en ${current} fragmentos.` };
    try {
      await retryDeadlocks(() => raiseShardCount(pool, wanted));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== invalidParameterValue) throw error;
      const message = `De ${current} fragmentos se puede pasar al doble o al cuádruple, hasta 256; nunca a menos.`;
      return { exitCode: 2, message };
    }
    await notifyRebalance(pool);
    return {
      exitCode: 0,
      message: `El mercado se reparte ahora en ${wanted} fragmentos. Los procesos los toman de nuevo en unos segundos.`,
    };
  };

/** @returns an error message for an unknown plan, null for wrong usage */
function parseChange(command: string, rest: readonly string[]): AccountChange | string | null {
  const [plan] = rest;
  if (command === 'plan' && plan !== undefined && rest.length === 1) {
    if (isPlan(plan)) return grant(plan);
    return `No existe el plan «${plan}». Los planes son: ${planNames.join(', ')}.`;
  }
  if (rest.length > 0) return null;
  if (command === 'suspender') return suspend;
  return command === 'readmitir' ? readmit : null;
}

const isPlan = (text: string): text is PlanName => planNames.some((name) => name === text);

const grant =
  (plan: PlanName): AccountChange =>
  async (client, user) => {
    const counts = await grantPlan(client, user, plan);
    return `tiene ahora el plan ${counts}${counts === plan ? '' : ', el que paga'}.`;
  };

const suspend: AccountChange = async (client, user) => {
  await suspendAccount(client, user);
  return 'queda en suspenso: puede mirar, no recibe alertas y no se le cobra nada más.';
};

const readmit: AccountChange = async (client, user) => {
  await unsuspendAccount(client, user);
  return 'vuelve a tener su cuenta en marcha.';
};

/** @returns what was done to the last account with that e-mail; null when there is none */
async function changeByEmail(
  client: pg.PoolClient,
  email: string,
  change: AccountChange,
): Promise<string | null> {
  let done: string | null = null;
  for (const uid of await listUidsByEmail(client, email)) {
    const user = await lockUser(client, uid);
    if (user !== null) done = await change(client, user);
  }
  return done;
}

/** `DATABASE_URL`, or the URL that the running local instance writes to its data directory; null without either. */
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
