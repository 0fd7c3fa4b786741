/** Maps a stored threshold to the item of its own endpoint, with its ETag. */
import type { ThresholdItem } from '#contract/thresholds.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import { contentEtag } from '../../content-etag.ts';
import type { ListedThreshold } from '../../db/users/listed-thresholds.ts';
import type { StoredThreshold } from '../../db/users/thresholds.ts';
import { toStatus, toUmbral } from './settings-mapper.ts';

export function toThresholdItem(threshold: ListedThreshold, now: Date): ThresholdItem {
  const { rule, valueCents, baseCents } = threshold;
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
    distanciaBp: valueCents === null ? null : distanceBp(rule, valueCents, baseCents),
    ...(threshold.url === null ? {} : { url: threshold.url }),
    ultimaAlerta: threshold.lastAlertAt?.toISOString() ?? null,
    etag: thresholdEtag(threshold),
  };
}

/** Of what its owner set and how it is paused: not of `armed` and `episode`, which change with the market. */
export const thresholdEtag = ({
  key,
  version,
  rule: { target, condition, value, bandBp },
  currency,
  pauseReason,
  snoozedUntil,
  channels,
  note,
  expiresAt,
}: StoredThreshold): string =>
  contentEtag([
    key,
    version,
    [target.kind, target.id, target.kind === 'match' ? target.category : null],
    condition,
    value,
    currency,
    bandBp,
    pauseReason,
    snoozedUntil?.toISOString() ?? null,
    channels,
    note,
    expiresAt?.toISOString() ?? null,
  ]);
