/** Pauses every running threshold of an account that is closed or suspended, and stops it in the market worker. */
import type pg from 'pg';
import type { PauseReason } from '#domain/threshold.ts';
import {
  deletePendingStarts,
  enqueueCommand,
  lockThresholds,
  notifyCommands,
  setThresholdPause,
} from '../../db/users/thresholds.ts';

/** @param reason `usuario` ends a snooze, because nothing resumes it by itself; `suspension` keeps it */
export async function pauseAccountThresholds(
  client: pg.PoolClient,
  uid: string,
  reason: Extract<PauseReason, 'usuario' | 'suspension'>,
): Promise<void> {
  for (const threshold of await lockThresholds(client, uid)) {
    const { key, version, pauseReason } = threshold;
    await deletePendingStarts(client, key);
    if (pauseReason !== null) continue;
    const snoozedUntil = reason === 'suspension' ? threshold.snoozedUntil : null;
    await setThresholdPause(client, key, { pauseReason: reason, snoozedUntil });
    await enqueueCommand(client, { key, action: 'stop', version, dueAt: null });
  }
  await notifyCommands(client);
}
