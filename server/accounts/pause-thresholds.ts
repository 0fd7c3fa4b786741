/** Pauses every running threshold of an account that is closed or suspended, and stops it in the market worker. */
import type pg from 'pg';
import type { PauseReason } from '#domain/threshold.ts';
import {
  commandOf,
  lockThresholds,
  replaceCommands,
  setThresholdPauses,
} from '../db/users/thresholds.ts';

/** @param reason `user` ends a snooze, because nothing resumes it by itself; `suspension` keeps it */
export async function pauseAccountThresholds(
  client: pg.PoolClient,
  uid: string,
  reason: Extract<PauseReason, 'user' | 'suspension'>,
): Promise<void> {
  const thresholds = await lockThresholds(client, uid);
  const running = thresholds.filter(({ pause }) => pause === null);
  await setThresholdPauses(
    client,
    running.map(({ key, snoozedUntil }) => ({
      key,
      pause: reason,
      snoozedUntil: reason === 'suspension' ? snoozedUntil : null,
    })),
  );
  await replaceCommands(client, {
    cancelStartsOf: thresholds.map(({ key }) => key),
    commands: running.map((threshold) => commandOf('stop', threshold)),
  });
}
