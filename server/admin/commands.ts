/** The operator's commands, a row each: its words, what follows them, the check of what follows, what it does. */
import pg from 'pg';
import webPush from 'web-push';
import { z } from 'zod';
import { planNames } from '#domain/plans.ts';
import { suspendAccount, unsuspendAccount } from '../accounts/suspend-account.ts';
import { drawKey } from '../auth/api-key.ts';
import { requeueFailedDeliveries } from '../db/deliveries/requeue-deliveries.ts';
import {
  insertSourceKey,
  type ListedSource,
  listSources,
  revokeSourceKey,
} from '../db/market/source-keys.ts';
import { findShardCount, notifyRebalance, raiseShardCount } from '../db/market/worker-leases.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { listUidsByEmail, lockUser, type User } from '../db/users/users.ts';
import { grantPlan } from '../plans/effective-plan.ts';
import { describeDeadJobs, queueNames, retryDeadJobs } from './dead-jobs.ts';

/** What a command prints and exits with. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly message: string;
}
/** Connects, runs, disconnects. */
export type InDatabase = (run: (pool: pg.Pool) => Promise<CommandResult>) => Promise<CommandResult>;
type Run = (inDatabase: InDatabase) => Promise<CommandResult>;

interface AdminCommand {
  readonly name: string;
  readonly usage: string;
  /** @param words after the name. @returns what it does; null for wrong usage */
  parse(words: readonly string[]): Run | null;
}

const done = (message: string): CommandResult => ({ exitCode: 0, message });
const noAccount = (email: string): CommandResult => ({
  exitCode: 3,
  message: `Ninguna cuenta abierta tiene el correo ${email}.`,
});

const nothing = z.tuple([]);
const email = z.string();
const plan = z.enum(planNames);
const shardCount = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);

const sourceName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);

const invalidParameterValue = '22023';

export const commands: readonly AdminCommand[] = [
  command(
    'plan',
    `<correo> <${planNames.join('|')}>`,
    z.tuple([email, plan]),
    ([of, name], inDatabase) =>
      changeAccount(inDatabase, of, async (client, user) => {
        const counts = await grantPlan(client, user, name);
        return `tiene ahora el plan ${counts}${counts === name ? '' : ', el que paga'}.`;
      }),
  ),
  command('suspend', '<correo>', z.tuple([email]), ([of], inDatabase) =>
    changeAccount(inDatabase, of, async (client, user) => {
      await suspendAccount(client, user);
      return 'queda en suspenso: puede mirar, no recibe alertas y no se le cobra nada más.';
    }),
  ),
  command('readmit', '<correo>', z.tuple([email]), ([of], inDatabase) =>
    changeAccount(inDatabase, of, async (client, user) => {
      await unsuspendAccount(client, user);
      return 'vuelve a tener su cuenta en marcha.';
    }),
  ),
  command('deliveries retry', '[correo]', z.tuple([email.optional()]), ([of], inDatabase) =>
    inDatabase(async (pool) => {
      const uids = of === undefined ? null : await listUidsByEmail(pool, of);
      if (of !== undefined && uids?.length === 0) return noAccount(of);
      const count = await requeueFailedDeliveries(pool, uids);
      const what = count === 1 ? '1 envío vuelve' : `${count} envíos vuelven`;
      return done(`${of === undefined ? '' : `${of}: `}${what} a la cola de salida.`);
    }),
  ),
  command('jobs dead', '', nothing, (_none, inDatabase) =>
    inDatabase(async (pool) => done(await describeDeadJobs(pool))),
  ),
  command(
    'jobs retry',
    `[${queueNames.join('|')}]`,
    z.tuple([z.enum(queueNames).optional()]),
    ([queue], inDatabase) => inDatabase(async (pool) => done(await retryDeadJobs(pool, queue))),
  ),
  command('shards', '<64|128|256>', z.tuple([shardCount]), ([count], inDatabase) =>
    inDatabase((pool) => raiseShards(pool, count)),
  ),
  command(
    'sources create',
    '<nombre> <DIVISA>',
    z.tuple([sourceName, z.string().regex(/^[A-Z]{3}$/)]),
    ([supplier, currency], inDatabase) =>
      inDatabase(async (pool) => {
        const { key, ...drawn } = drawKey('vigia-source_');
        if (await insertSourceKey(pool, { supplier, currency, ...drawn })) return done(key);
        const message = `La fuente ${supplier} ya tiene una clave, o la tuvo en otra divisa: revócala antes, o dale otro nombre.`;
        return { exitCode: 2, message };
      }),
  ),
  command('sources list', '', nothing, (_none, inDatabase) =>
    inDatabase(async (pool) =>
      done((await listSources(pool)).map(describeSource).join('\n') || 'No hay ninguna fuente.'),
    ),
  ),
  command('sources revoke', '<nombre>', z.tuple([sourceName]), ([supplier], inDatabase) =>
    inDatabase(async (pool) =>
      (await revokeSourceKey(pool, supplier))
        ? done(`La clave de ${supplier} ya no vale. Lo que envió se queda.`)
        : { exitCode: 3, message: `Ninguna fuente ${supplier} tiene una clave.` },
    ),
  ),
  command('vapid', '', nothing, async () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    return done(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
  }),
];

function command<Args>(
  name: string,
  usage: string,
  args: z.ZodType<Args>,
  run: (args: Args, inDatabase: InDatabase) => Promise<CommandResult>,
): AdminCommand {
  return {
    name,
    usage,
    parse(words) {
      const { success, data } = args.safeParse(words);
      return success ? (inDatabase) => run(data, inDatabase) : null;
    },
  };
}

/**
 * Changes the open accounts with that e-mail, each locked.
 * @param change answers what was done, as a sentence after the e-mail
 */
function changeAccount(
  inDatabase: InDatabase,
  of: string,
  change: (client: pg.PoolClient, user: User) => Promise<string>,
): Promise<CommandResult> {
  return inDatabase((pool) =>
    retryDeadlocks(() =>
      inTransaction(pool, async (client) => {
        let result = noAccount(of);
        for (const uid of await listUidsByEmail(client, of)) {
          const user = await lockUser(client, uid);
          if (user !== null) result = done(`${of} ${await change(client, user)}`);
        }
        return result;
      }),
    ),
  );
}

function describeSource({
  supplier,
  currency,
  revokedAt,
  lastReadingAt,
  waiting,
  rejected,
}: ListedSource): string {
  const reasons = Object.entries(rejected).map(([reason, count]) => `${reason} ${count}`);
  return [
    supplier,
    currency,
    revokedAt === null ? 'vale' : `revocada ${revokedAt.toISOString()}`,
    lastReadingAt === null ? 'sin lecturas' : `última lectura ${lastReadingAt.toISOString()}`,
    `${waiting} por aplicar`,
    reasons.length === 0
      ? 'nada rechazado en una semana'
      : `rechazos en una semana: ${reasons.join(', ')}`,
  ].join(' · ');
}

async function raiseShards(pool: pg.Pool, wanted: number): Promise<CommandResult> {
  const current = await findShardCount(pool);
  if (wanted === current) return done(`El mercado ya está repartido en ${current} fragmentos.`);
  try {
    await retryDeadlocks(() => raiseShardCount(pool, wanted));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== invalidParameterValue) throw error;
    return {
      exitCode: 2,
      message: `De ${current} fragmentos se puede pasar al doble o al cuádruple, hasta 256; nunca a menos.`,
    };
  }
  await notifyRebalance(pool);
  return done(
    `El mercado se reparte ahora en ${wanted} fragmentos. Los procesos los toman de nuevo en unos segundos.`,
  );
}
