/** Pauses or snoozes one threshold from a mail link, or takes that back, by changing it as its owner would. */
import type pg from 'pg';
import type { Threshold, ThresholdPatch } from '#domain/threshold.ts';
import { AppError } from '../base/errors.ts';
import { findUser } from '../db/users/users.ts';
import { changeThreshold } from '../settings/change-threshold.ts';
import { toThreshold } from '../settings/settings-mapper.ts';

/** As the links say. */
const snoozeMs = 24 * 3_600_000;

type ThresholdAction = 'snooze' | 'pause';
type ThresholdActionResult =
  | { readonly code: 'done' | 'already'; readonly snoozedUntil: Date | null }
  | { readonly code: 'gone' };

/**
 * Idempotent.
 * @throws AppError whatever saving the settings answers
 */
export async function applyThresholdAction(
  pool: pg.Pool,
  {
    uid,
    id,
    action,
    undo = false,
  }: {
    readonly uid: string;
    readonly id: string;
    readonly action: ThresholdAction;
    readonly undo?: boolean;
  },
): Promise<ThresholdActionResult> {
  const user = await findUser(pool, uid);
  if (user === null || user.estado === 'eliminado') return { code: 'gone' };
  let code: 'done' | 'already' = 'done';
  try {
    const { threshold } = await changeThreshold(pool, { uid, id }, (stored, now) => {
      const before = toThreshold(stored, now);
      if (undo) return withoutAction(before, action);
      const isQuiet = before.pause !== null || (action === 'snooze' && before.snoozedUntil);
      code = isQuiet ? 'already' : 'done';
      if (isQuiet) return null;
      const until = new Date(now.getTime() + snoozeMs).toISOString();
      return action === 'pause' ? { pause: 'user' } : { snoozedUntil: until };
    });
    const { pause, snoozedUntil } = threshold;
    return {
      code,
      snoozedUntil: pause === null && snoozedUntil !== null ? new Date(snoozedUntil) : null,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { code: 'gone' };
    throw error;
  }
}

/** @returns null when there is nothing to take back */
function withoutAction(threshold: Threshold, action: ThresholdAction): ThresholdPatch | null {
  if (action === 'pause') return threshold.pause === 'user' ? { pause: null } : null;
  return threshold.snoozedUntil === null ? null : { snoozedUntil: null };
}
