/** One alert of a mail, in words and with its links. */
import { matchPath } from '#domain/app-links.ts';
import { isBack } from '#domain/crossing-words.ts';
import { priceStanding, standingSentence } from '#domain/price-standing.ts';
import type { AlertMailData } from '../db/alerts/unsent-alerts.ts';
import { changeBp } from '../db/market/catalogue.ts';
import { actionUrl, type MailLinkConfig, mailLinkLifetimeMs } from './action-links.ts';
import {
  dayChangeOf,
  describeCrossing,
  describeNote,
  describeRearm,
  describeRule,
  formatClock,
  formatInstant,
  formatPrice,
  formatThreshold,
  labelOf,
} from './format.ts';

export type AlertLinks = ReturnType<typeof linksFor>;

export function linksFor(uid: string, config: MailLinkConfig, now: Date) {
  const { appOrigin } = config;
  const expiresAtMs = now.getTime() + mailLinkLifetimeMs;
  const act = (purpose: 'snooze' | 'pause' | 'unsubscribe', subject: string) =>
    actionUrl(config, { purpose, uid, subject, expiresAtMs });
  const chart = ({ matchId, collectibleId: collectible }: AlertMailData, threshold?: string) =>
    `${appOrigin}${matchPath(matchId, { collectible, ...(threshold && { threshold }) })}`;
  return {
    chart: (alert: AlertMailData) => chart(alert),
    snooze: ({ thresholdId }: AlertMailData) => act('snooze', thresholdId),
    pause: ({ thresholdId }: AlertMailData) => act('pause', thresholdId),
    /** The threshold's form. */
    change: (alert: AlertMailData) => chart(alert, alert.thresholdId),
    /** Alert history page. */
    all: `${appOrigin}/dashboard/alertas`,
    unsubscribe: act('unsubscribe', ''),
  };
}

export interface SectionOptions {
  readonly links: AlertLinks;
  readonly timeZone: string;
  /** Floors of the alert's collectible, one a day. */
  readonly month?: readonly number[] | undefined;
}

export type AlertSection = ReturnType<typeof toAlertSection>;

/** @throws RangeError when the alert carries a currency that does not exist: nothing later can fail for it */
export function toAlertSection(
  alert: AlertMailData,
  { links, timeZone, month = [] }: SectionOptions,
) {
  const price = (cents: number) => formatPrice(cents, alert.currency);
  const orNull = (cents: number | null) => (cents === null ? null : price(cents));
  return {
    alert,
    label: labelOf(alert),
    /** “ha quedado por debajo de 180 €” */
    reason: describeCrossing(alert),
    rule: describeRule(alert),
    /** “Tu nota: …”; null without one. */
    note: alert.note && describeNote(alert.note),
    value: price(alert.valueCents),
    /** Without `,00`, for a subject. */
    shortValue: formatThreshold(alert.valueCents, alert.currency),
    previous: orNull(alert.previousCents),
    /** null when nothing is listed now. */
    now: orNull(alert.nowCents),
    /** The price now is on the near side of the line again. */
    isBack: isBack(alert, alert.nowCents),
    /** “▼ baja 8,2 %”; null without a price then or now. */
    dayChange: dayChangeOf(changeBp(alert.nowCents, alert.dayAgoCents)),
    lastSale: orNull(alert.lastSaleCents),
    /** “Más barato que el 82 % del último mes”; null while too few days are known. */
    standing: standingOf(alert, month),
    observedAt: formatInstant(alert.observedAt, timeZone),
    observedClock: formatClock(alert.observedAt, timeZone),
    rearmText: describeRearm(alert),
    chartUrl: links.chart(alert),
    actions: [
      ...(alert.collectibleUrl === null
        ? []
        : [{ words: 'Ver en el mercado', url: alert.collectibleUrl, isOutside: true }]),
      { words: 'Silenciar 24\u00a0h', url: links.snooze(alert) },
      { words: 'Pausar este umbral', url: links.pause(alert) },
    ],
    changeUrl: links.change(alert),
  };
}

/** Of the cheapest of several there is no month. */
function standingOf(
  { targetKind, nowCents }: AlertMailData,
  month: readonly number[],
): string | null {
  if (nowCents === null || targetKind === 'match') return null;
  const standing = priceStanding(month, nowCents);
  return standing && standingSentence(standing);
}
