/** A delivery in words, for people: title, lines and link. */

import type { SentAlert } from '#contract/channels.ts';
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { actionUrl, type MailLinkConfig } from '../mail/action-links.ts';
import { describeCrossing, describeNote, formatPrice } from '../mail/format.ts';

export interface MessageText {
  readonly title: string;
  /** One per alert, newest first, the note of a single one in its own; cut off after `maxLines`, with a line that counts the others. */
  readonly lines: readonly string[];
  readonly url: string;
  /** Page at the marketplace of a single alert's collectible; null = none. */
  readonly marketUrl: string | null;
}

const maxLines = 10;
const snoozeLinkLifetimeMs = 7 * 24 * 3_600_000;

/** @returns null unless the alerts are of one threshold */
export function snoozeUrlOf(
  { uid, alerts }: { readonly uid: string; readonly alerts: readonly SentAlert[] },
  config: MailLinkConfig,
  now: Date,
): string | null {
  const [threshold, ...others] = new Set(alerts.map(({ thresholdId }) => thresholdId));
  if (threshold === undefined || others.length > 0) return null;
  const expiresAtMs = now.getTime() + snoozeLinkLifetimeMs;
  return actionUrl(config, { purpose: 'snooze', uid, subject: threshold, expiresAtMs });
}

/** @param alerts oldest first; none is a test */
export function toMessageText(alerts: readonly SentAlert[], appOrigin: string): MessageText {
  const [first] = alerts;
  const all = `${appOrigin}/dashboard/alertas`;
  if (first === undefined)
    return {
      title: 'Prueba de Vigía',
      lines: ['Tus alertas llegan aquí. Es una prueba: ningún precio ha cruzado tu línea.'],
      url: all,
      marketUrl: null,
    };
  if (alerts.length === 1)
    return {
      title: `${first.matchName}: ${formatPrice(first.valueCents, first.currency)}`,
      lines: [
        `${capitalizeFirst(partOf(first))} ${describeCrossing(first)}.`,
        ...(first.note === undefined ? [] : [describeNote(first.note)]),
      ],
      url: first.url,
      marketUrl: first.collectibleUrl ?? null,
    };
  const newest = alerts.toReversed();
  const more = newest.length - maxLines;
  return {
    title: `${alerts.length} alertas`,
    lines: [
      ...newest.slice(0, maxLines).map(lineOf),
      ...(more > 0 ? [more === 1 ? 'Y una más.' : `Y ${more} más.`] : []),
    ],
    url: all,
    marketUrl: null,
  };
}

const lineOf = (alert: SentAlert): string =>
  `${alert.matchName}, ${partOf(alert)}: ${formatPrice(alert.valueCents, alert.currency)}; ${describeCrossing(alert)}.${alert.note === undefined ? '' : ` ${describeNote(alert.note)}`}`;

const partOf = ({ target, collectibleName }: SentAlert): string => {
  if (target.kind === 'collectible') return collectibleName;
  return target.category === null ? 'lo más barato' : `lo más barato de ${target.category}`;
};
