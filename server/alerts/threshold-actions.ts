/** Pauses or snoozes one threshold as its owner would in the settings: same rules, same versions, same commands. */
import type pg from 'pg';
import type { UmbralInput } from '#contract/threshold.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { findUser } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { saveSettings } from '../users/settings/save-settings.ts';
import { toConfiguracion } from '../users/settings/settings-mapper.ts';

export type ThresholdAction = 'snooze' | 'pause';
export type ThresholdActionResult =
  | { readonly code: 'done' | 'already'; readonly snoozedUntil: Date | null }
  | { readonly code: 'gone' };

const snoozeMs = 24 * 3_600_000;
const turns = 5;

/** Acting twice changes nothing more. */
export async function applyThresholdAction(
  pool: pg.Pool,
  { uid, id, act }: { readonly uid: string; readonly id: string; readonly act: ThresholdAction },
): Promise<ThresholdActionResult> {
  for (let turn = 1; ; turn += 1) {
    const user = await findUser(pool, uid);
    const now = new Date();
    const settings = user && toConfiguracion(user, await listThresholds(pool, uid), now);
    const umbral = settings?.umbrales[id];
    if (user === null || user.estado === 'eliminado' || !settings || !umbral)
      return { code: 'gone' };
    const snoozedUntil = umbral.silenciadoHasta === null ? null : new Date(umbral.silenciadoHasta);
    if (umbral.pausa !== null || (act === 'snooze' && snoozedUntil !== null))
      return { code: 'already', snoozedUntil: umbral.pausa === null ? snoozedUntil : null };
    const until = new Date(now.getTime() + snoozeMs);
    const changed: UmbralInput =
      act === 'pause'
        ? { ...umbral, pausa: 'usuario' }
        : { ...umbral, silenciadoHasta: until.toISOString() };
    const sent = { ...settings, umbrales: { ...settings.umbrales, [id]: changed } };
    try {
      await saveSettings(pool, { uid, sent, ifVersion: user.settingsVersion });
      return { code: 'done', snoozedUntil: act === 'snooze' ? until : null };
    } catch (error) {
      // Another writer was first: look again.
      const conflict = error instanceof AppError && error.code === 'conflict';
      if (!conflict || turn === turns) throw error;
    }
  }
}
