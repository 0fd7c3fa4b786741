/** Tells how an alert came about, as one would to a friend (“¿Por qué me llegó?”). */

import type { AlertItem } from '#contract/alerts.ts';
import { dateFormat, numberFormat } from '#domain/intl-formats.ts';
import { deliverySentence, type MailReachability, unreachableSentence } from '#src/copy/alerts.ts';
import { money, shortPercent, thresholdMoney } from './format.ts';

/** “Estaba a 238,50 €. El 21 nov, 18:40:02 lo vimos a 231,50 €, por debajo de tu línea de 238 €. Te avisamos 4 s después.” */
export function alertStory(alert: AlertItem, reachability: MailReachability): string {
  const { previousCents, valueCents, currency, observedAt, already } = alert;
  const before =
    previousCents === null
      ? 'No había nada en venta.'
      : `Estaba a ${money(previousCents, currency)}.`;
  const seen = `${moment.format(new Date(observedAt))} lo vimos a ${money(valueCents, currency)}, ${placeOf(alert)}`;
  return [
    already ? null : before,
    `El ${seen}${already ? ', cuando creaste el umbral' : ''}.`,
    `${told(alert, reachability)}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

const moment = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function placeOf({ condition, ruleValue, valueCents, currency }: AlertItem): string {
  const line = `tu línea de ${thresholdMoney(ruleValue, currency)}`;
  switch (condition) {
    case 'below':
    case 'above':
      if (valueCents === ruleValue) return `justo en ${line}`;
      return `por ${condition === 'below' ? 'debajo' : 'encima'} de ${line}`;
    case 'change':
      return `un cambio del ${shortPercent(ruleValue)} o más`;
    case 'low':
      return `lo más bajo en ${inUnit(ruleValue, 'day', 'long')}`;
  }
}

/** By whichever way was first. */
function told(alert: AlertItem, reachability: MailReachability): string {
  const { delivery, channels, unreachable, observedAt } = alert;
  const sent = [delivery, ...channels].flatMap(({ sentAt }) =>
    sentAt === null ? [] : [Date.parse(sentAt)],
  );
  if (sent.length > 0)
    return `Te avisamos ${duration(Math.min(...sent) - Date.parse(observedAt))} después`;
  return unreachable ? unreachableSentence : deliverySentence(delivery, reachability);
}

const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short') =>
  numberFormat({ style: 'unit', unit, unitDisplay }).format(value);

function duration(milliseconds: number): string {
  const inSeconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (inSeconds < 120) return inUnit(inSeconds, 'second');
  const inMinutes = Math.round(inSeconds / 60);
  return inMinutes < 120 ? inUnit(inMinutes, 'minute') : inUnit(Math.round(inMinutes / 60), 'hour');
}
