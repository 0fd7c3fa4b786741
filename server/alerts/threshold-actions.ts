/** Pauses or snoozes one threshold from a mail link, or takes that back, by changing it as its owner would. */

import type pg from 'pg';
import type { Umbral } from '#contract/threshold.ts';
import { snoozeMs } from '#domain/snooze.ts';
import { findUser } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { changeThreshold } from '../users/settings/change-threshold.ts';
import { toUmbral } from '../users/settings/settings-mapper.ts';

export type ThresholdAction = 'snooze' | 'pause';
export type ThresholdActionResult =
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
    const { umbral } = await changeThreshold(pool, { uid, id }, (stored, now) => {
      const before = toUmbral(stored, now);
      if (undo) return withoutAction(before, action);
      const isQuiet = before.pausa !== null || (action === 'snooze' && before.silenciadoHasta);
      code = isQuiet ? 'already' : 'done';
      if (isQuiet) return null;
      const until = new Date(now.getTime() + snoozeMs).toISOString();
      return action === 'pause'
        ? { ...before, pausa: 'usuario' }
        : { ...before, silenciadoHasta: until };
    });
    const { pausa, silenciadoHasta } = umbral;
    const snoozedUntil = pausa === null && silenciadoHasta ? new Date(silenciadoHasta) : null;
    return { code, snoozedUntil };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { code: 'gone' };
    throw error;
  }
}

/** @returns null when there is nothing to take back */
function withoutAction(umbral: Umbral, action: ThresholdAction): Umbral | null {
  if (action === 'pause') return umbral.pausa === 'usuario' ? { ...umbral, pausa: null } : null;
  return umbral.silenciadoHasta ? { ...umbral, silenciadoHasta: null } : null;
}
