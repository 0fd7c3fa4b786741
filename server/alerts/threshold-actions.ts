/** Pauses or snoozes one threshold from a mail link, by saving the settings as its owner would. */

import type pg from 'pg';
import type { UmbralInput } from '#contract/threshold.ts';
import { snoozeMs } from '#domain/snooze.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { findUser } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { saveSettings } from '../users/settings/save-settings.ts';
import { toConfiguracion } from '../users/settings/settings-mapper.ts';

export type ThresholdAction = 'snooze' | 'pause';
export type ThresholdActionResult =
  | { readonly code: 'done' | 'already'; readonly snoozedUntil: Date | null }
  | { readonly code: 'gone' };

const maxAttempts = 5;

/**
 * Idempotent. Retried when another writer saved the settings in between.
 * @throws AppError `conflict` after five lost races, or whatever else saving the settings answers
 */
export async function applyThresholdAction(
  pool: pg.Pool,
  {
    uid,
    id,
    action,
  }: { readonly uid: string; readonly id: string; readonly action: ThresholdAction },
): Promise<ThresholdActionResult> {
  for (let attempt = 1; ; attempt += 1) {
    const user = await findUser(pool, uid);
    const now = new Date();
    const settings = user && toConfiguracion(user, await listThresholds(pool, uid), now);
    const umbral = settings?.umbrales[id];
    if (user === null || user.estado === 'eliminado' || !settings || !umbral)
      return { code: 'gone' };
    const snoozedUntil = umbral.silenciadoHasta === null ? null : new Date(umbral.silenciadoHasta);
    if (umbral.pausa !== null || (action === 'snooze' && snoozedUntil !== null))
      return { code: 'already', snoozedUntil: umbral.pausa === null ? snoozedUntil : null };
    const until = new Date(now.getTime() + snoozeMs);
    const changed: UmbralInput =
      action === 'pause'
        ? { ...umbral, pausa: 'usuario' }
        : { ...umbral, silenciadoHasta: until.toISOString() };
    const input = { ...settings, umbrales: { ...settings.umbrales, [id]: changed } };
    try {
      await saveSettings(pool, { uid, sent: input, ifVersion: user.settingsVersion });
      return { code: 'done', snoozedUntil: action === 'snooze' ? until : null };
    } catch (error) {
      const conflict = error instanceof AppError && error.code === 'conflict';
      if (!conflict || attempt === maxAttempts) throw error;
    }
  }
}
