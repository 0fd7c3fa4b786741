/** Maps a stored threshold to the item of its own endpoint. */
import type { ThresholdItem } from '#contract/thresholds.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import type { ListedThreshold } from '../db/users/listed-thresholds.ts';
import { toState, toThreshold } from './settings-mapper.ts';

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
