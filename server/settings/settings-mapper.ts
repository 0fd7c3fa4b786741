/** Stored settings as their owner sees them: `configuracion`, and each threshold's state in the engine. */
import type { ThresholdItem, WatchList } from '#contract/thresholds.ts';
import type { Configuracion, Settings, ThresholdStatus } from '#contract/users.ts';
import { futureOf, isClosed, isPast, pauseAt, type Threshold } from '#domain/threshold.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import { contentEtag } from '../base/content-etag.ts';
import type { ListedThreshold } from '../db/users/listed-thresholds.ts';
import type { StoredThreshold } from '../db/users/thresholds.ts';
import type { User } from '../db/users/users.ts';

export function toThreshold(stored: StoredThreshold, now: Date): Threshold {
  const { target, condition, value, currency, bandBp, channels, note, expiresAt } = stored;
  const fields = {
    target,
    condition,
    value,
    currency,
    bandBp,
    pause: pauseAt(stored, now),
    snoozedUntil: futureOf(stored.snoozedUntil, now),
    channels,
    note,
    expiresAt,
    version: stored.version,
    createdAt: stored.createdAt,
  };
  return { ...fields, etag: contentEtag([stored.key, ...Object.values(fields)]) };
}

export function toState(stored: StoredThreshold, now: Date): ThresholdStatus {
  const { armed, base, episode } = stored;
  return { status: statusOf(stored, now), armed, base, episode };
}

function statusOf(stored: StoredThreshold, now: Date): ThresholdStatus['status'] {
  const pause = pauseAt(stored, now);
  if (isClosed(pause) || isPast(stored.kickoffAt, now)) return 'closed';
  if (pause !== null) return 'paused';
  if (futureOf(stored.snoozedUntil, now) !== null) return 'snoozed';
  if (stored.activeFrom === null) return 'starting';
  return stored.armed ? 'watching' : 'crossed';
}

export function toConfiguracion(
  user: Pick<User, 'partidos' | 'frecuencia' | 'readAt'>,
  thresholds: readonly StoredThreshold[],
): Configuracion {
  return {
    partidos: [...user.partidos],
    umbrales: Object.fromEntries(
      thresholds.map((stored) => [stored.id, toThreshold(stored, user.readAt)]),
    ),
    frecuencia: user.frecuencia,
  };
}

export function toSettings(user: User, thresholds: readonly StoredThreshold[]): Settings {
  return {
    configuracion: toConfiguracion(user, thresholds),
    version: user.settingsVersion,
    states: Object.fromEntries(
      thresholds.map((stored) => [stored.id, toState(stored, user.readAt)]),
    ),
  };
}

export const toWatchList = ({ partidos, settingsVersion }: User): WatchList => ({
  partidos: [...partidos],
  version: settingsVersion,
});

/** As its own endpoint and the list answer it. */
export function toThresholdItem(stored: ListedThreshold, now: Date): ThresholdItem {
  const { id, matchId, matchName, kickoffAt, home, away, part, category, valueCents, url } = stored;
  return {
    id,
    threshold: toThreshold(stored, now),
    state: toState(stored, now),
    matchId,
    matchName,
    kickoffAt: kickoffAt?.toISOString() ?? null,
    home,
    away,
    part,
    category,
    currentCents: valueCents,
    distanceBp: distanceBp(stored, valueCents, stored.base),
    ...(url === null ? {} : { url }),
    lastAlertAt: stored.lastAlertAt?.toISOString() ?? null,
  };
}
