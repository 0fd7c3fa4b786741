/** Maps a stored threshold to the item of its own endpoint, with its ETag. */
import type { ThresholdItem } from '#contract/thresholds.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import { contentEtag } from '../../content-etag.ts';
import type { ListedThreshold } from '../../db/users/listed-thresholds.ts';
import type { StoredThreshold } from '../../db/users/thresholds.ts';
import { pauseReasonAt, toStatus, toUmbral } from './settings-mapper.ts';

export function toThresholdItem(threshold: ListedThreshold, now: Date): ThresholdItem {
  const { rule, valueCents, base } = threshold;
  return {
    id: threshold.id,
    umbral: toUmbral(threshold, now),
    estado: toStatus(threshold, now),
    partidoId: threshold.matchId,
    partido: threshold.matchName,
    partidoEmpiezaEn: threshold.kickoffAt?.toISOString() ?? null,
    local: threshold.home,
    visitante: threshold.away,
    parte: threshold.part,
    categoria: threshold.category,
    valorActual: valueCents,
    distanciaBp: distanceBp(rule, valueCents, base),
    ...(threshold.url === null ? {} : { url: threshold.url }),
    ultimaAlerta: threshold.lastAlertAt?.toISOString() ?? null,
    etag: thresholdEtag(threshold, now),
  };
}

/**
 * Of what its owner set and how it is paused at this instant: not of `armed` and `episode`, which change with the market, nor of
 * when the worker stores an expiry that is shown already.
 */
export function thresholdEtag(threshold: StoredThreshold, now: Date): string {
  const { key, version, rule, currency, snoozedUntil, channels, note, expiresAt } = threshold;
  const { target, condition, value, bandBp } = rule;
  return contentEtag([
    key,
    version,
    [target.kind, target.id, target.kind === 'match' ? target.category : null],
    condition,
    value,
    currency,
    bandBp,
    pauseReasonAt(threshold, now),
    snoozedUntil?.toISOString() ?? null,
    channels,
    note,
    expiresAt?.toISOString() ?? null,
  ]);
}
