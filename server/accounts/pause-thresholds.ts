/** Pauses every running threshold of an account that is closed or suspended, and stops it in the market worker. */
import type pg from 'pg';
import type { PauseReason } from '#domain/threshold.ts';
import {
  commandOf,
  lockThresholds,
  replaceCommands,
  updateThresholds,
} from '../db/users/thresholds.ts';

/** @param reason `user` ends a snooze, because nothing resumes it by itself; `suspension` keeps it */
export async function pauseAccountThresholds(
  client: pg.PoolClient,
  uid: string,
  reason: Extract<PauseReason, 'user' | 'suspension'>,
): Promise<void> {
  const thresholds = await lockThresholds(client, uid);
  const running = thresholds.filter(({ pause }) => pause === null);
  await updateThresholds(
    client,
    running.map((threshold) => {
      const snoozedUntil = reason === 'suspension' ? threshold.snoozedUntil : null;
      const paused = { ...threshold, pause: reason, snoozedUntil };
      return { key: threshold.key, threshold: paused, restarts: false };
    }),
    { keepsState: false },
  );
  await replaceCommands(client, {
    cancelStartsOf: thresholds.map(({ key }) => key),
    commands: running.map((threshold) => commandOf('stop', threshold)),
  });
}
