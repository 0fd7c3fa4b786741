/** Checks and migrates the database once it answers: one that is away, or that another process migrates, is waited for. */
import { setTimeout as delay } from 'node:timers/promises';
import { toAppError } from '../base/errors.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import {
  assertSessionsWork,
  type DatabaseUrls,
  SessionsUnsupportedError,
} from '../db/assert-sessions-work.ts';
import { type MigrationWait, migrate } from '../db/migrate.ts';
import type { SessionActivity } from '../db/session-watch.ts';
import { StartError } from './start-fault.ts';

export interface DatabaseWaitHandlers {
  /** At the first failure, and then once a minute. */
  readonly onAway: (error: unknown) => void;
  /** Another process migrates: when the wait begins, and then once a minute. */
  readonly onWaiting: (wait: MigrationWait) => void;
  /** This process migrates, and has for ten seconds; then once a minute. */
  readonly onMigrating: (activity: SessionActivity) => void;
}

const retryMs = 1_000;
const reportEveryMs = 60_000;
const abortTimeoutMs = 5_000;

/** Faults of the database that waiting does not mend. */
const permanentFaults: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL no acepta el usuario o la contraseña de DATABASE_URL.',
  '28000': 'PostgreSQL no admite la conexión de DATABASE_URL (pg_hba.conf).',
  '3D000': 'En el servidor de DATABASE_URL no existe esa base de datos.',
  '42501': 'El usuario de DATABASE_URL no tiene permiso para migrar la base de datos.',
};

/** @throws StartError when waiting does not help; the signal's reason at once when it is aborted */
export async function prepareDatabase(
  urls: DatabaseUrls,
  {
    signal,
    onAway,
    onWaiting,
    onMigrating,
  }: DatabaseWaitHandlers & { readonly signal: AbortSignal },
): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  let reportAtMs = performance.now();
  for (;;) {
    signal.throwIfAborted();
    let migrating = Promise.resolve();
    try {
      const prepared = assertSessionsWork(urls).then(() => {
        migrating = migrate(urls.databaseSessionUrl, { signal, onWaiting, onMigrating });
        return migrating;
      });
      // A connection attempt may last for seconds after the stop: its failure then is the race's, which is over.
      return await Promise.race([prepared, aborted.promise]);
    } catch (error) {
      // An aborted migration ends its statement first.
      if (signal.aborted) await settleWithin(migrating, abortTimeoutMs);
      signal.throwIfAborted();
      const permanent = permanentFault(error);
      if (permanent !== null) throw permanent;
      if (toAppError(error).code !== 'unavailable') throw error;
      const now = performance.now();
      if (now >= reportAtMs) {
        reportAtMs = now + reportEveryMs;
        onAway(error);
      }
    }
    await Promise.race([delay(retryMs), aborted.promise]);
  }
}

function permanentFault(error: unknown): StartError | null {
  if (error instanceof SessionsUnsupportedError)
    return new StartError(error.message, { cause: error });
  const sqlState = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = permanentFaults[sqlState];
  return sentence === undefined ? null : new StartError(sentence, { cause: error });
}
