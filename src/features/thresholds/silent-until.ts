/** Whether a threshold is evaluated now: neither paused nor snoozed (docs/alerts.md, rule 6). */
import type { Umbral } from '#store/api/api-types.ts';

type Quiet = Pick<Umbral, 'pausa' | 'silenciadoHasta'>;

/** When the snooze of a threshold ends; null while it is not snoozed. A pause comes before it. */
export function silentUntil({ pausa, silenciadoHasta }: Quiet): string | null {
  if (pausa !== null || silenciadoHasta === null) return null;
  return Date.parse(silenciadoHasta) > Date.now() ? silenciadoHasta : null;
}

export const isWatching = (umbral: Quiet): boolean =>
  umbral.pausa === null && silentUntil(umbral) === null;
