/** Maps stored settings to the wire: `configuracion`, and each threshold's status in the engine. */
import { toCondicion, toObjetivo, type Umbral } from '#contract/threshold.ts';
import type { Configuracion, Settings, ThresholdStatus } from '#contract/users.ts';
import type { PauseReason } from '#domain/threshold.ts';
import type { StoredThreshold } from '../../db/users/thresholds.ts';
import type { User } from '../../db/users/users.ts';

/** The stored reason, or the expiry that the worker has still to store. */
export function pauseReasonAt(
  { pauseReason, expiresAt }: Pick<StoredThreshold, 'pauseReason' | 'expiresAt'>,
  now: Date,
): PauseReason | null {
  if (pauseReason === 'inicio') return pauseReason;
  return expiresAt !== null && expiresAt <= now ? 'caducado' : pauseReason;
}

export function toUmbral(threshold: StoredThreshold, now: Date): Umbral {
  const { rule, snoozedUntil, channels, note, expiresAt } = threshold;
  return {
    objetivo: toObjetivo(rule.target),
    condicion: toCondicion(rule.condition),
    valor: rule.value,
    moneda: threshold.currency,
    banda: rule.bandBp,
    pausa: pauseReasonAt(threshold, now),
    silenciadoHasta:
      snoozedUntil !== null && snoozedUntil > now ? snoozedUntil.toISOString() : null,
    ...(channels !== null && { canales: [...channels] }),
    ...(note !== null && { nota: note }),
    ...(expiresAt !== null && { caducaEn: expiresAt.toISOString() }),
    version: threshold.version,
    creadoEn: threshold.createdAt.toISOString(),
  };
}

export function toStatus(threshold: StoredThreshold, now: Date): ThresholdStatus {
  const { armed, base, episode } = threshold;
  return { status: statusOf(threshold, now), armed, base, episode };
}

function statusOf(threshold: StoredThreshold, now: Date): ThresholdStatus['status'] {
  const { kickoffAt, snoozedUntil } = threshold;
  const pauseReason = pauseReasonAt(threshold, now);
  if (pauseReason === 'inicio' || pauseReason === 'caducado') return 'cerrado';
  if (kickoffAt !== null && kickoffAt <= now) return 'cerrado';
  if (pauseReason !== null) return 'pausado';
  if (snoozedUntil !== null && snoozedUntil > now) return 'silenciado';
  if (threshold.activeFrom === null) return 'activando';
  return threshold.armed ? 'vigilando' : 'cruzado';
}

export function toConfiguracion(
  user: Pick<User, 'partidos' | 'frecuencia' | 'readAt'>,
  thresholds: readonly StoredThreshold[],
): Configuracion {
  return {
    partidos: [...user.partidos],
    umbrales: Object.fromEntries(
      thresholds.map((threshold) => [threshold.id, toUmbral(threshold, user.readAt)]),
    ),
    frecuencia: user.frecuencia,
  };
}

export function toSettings(user: User, thresholds: readonly StoredThreshold[]): Settings {
  return {
    configuracion: toConfiguracion(user, thresholds),
    version: user.settingsVersion,
    estados: Object.fromEntries(
      thresholds.map((threshold) => [threshold.id, toStatus(threshold, user.readAt)]),
    ),
  };
}
