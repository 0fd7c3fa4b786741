/** Formats money, instants, rules and reasons for mails, in Spanish. */

import type { Notifications } from '#contract/users.ts';
import { rearmCents } from '#domain/crossing.ts';
import { type CrossingToSay, crossingWords } from '#domain/crossing-words.ts';
import { dateFormat, numberFormat } from '#domain/intl-formats.ts';

const nbsp = '\u00a0';
const defaultZone = 'Europe/Madrid';

/** Always with decimals. @throws RangeError when the currency is no ISO 4217 code */
export const formatPrice = (cents: number, currency: string): string =>
  numberFormat({ style: 'currency', currency }).format(cents / 100);

/** For thresholds and subjects: without `,00`. @throws RangeError when the currency is no ISO 4217 code */
export const formatThreshold = (cents: number, currency: string): string =>
  numberFormat({
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);

const formatPercent = (basisPoints: number): string =>
  `${numberFormat({ maximumFractionDigits: 2 }).format(basisPoints / 100)}${nbsp}%`;

/** A measured share, with one decimal: `8,2 %`. */
export const formatShare = (basisPoints: number): string =>
  `${numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(basisPoints / 100)}${nbsp}%`;

/** A change over 24 hours; arrow and verb both give the direction, so that colour is not needed. */
export interface DayChange {
  readonly tone: 'up' | 'down' | 'text';
  /** “▼ baja 8,2 %” */
  readonly text: string;
}

/** @param basisPoints null = nothing to compare */
export function dayChangeOf(basisPoints: number | null): DayChange | null {
  if (basisPoints === null) return null;
  if (basisPoints === 0) return { tone: 'text', text: 'sin cambios' };
  const percent = formatShare(Math.max(10, Math.abs(basisPoints)));
  return basisPoints < 0
    ? { tone: 'down', text: `▼ baja ${percent}` }
    : { tone: 'up', text: `▲ sube ${percent}` };
}

/** The time zone of the user's quiet hours; Madrid without one, or when this runtime does not know it. */
export function mailTimeZone(quietHours: Notifications['quietHours']): string {
  if (quietHours === null) return defaultZone;
  try {
    return new Intl.DateTimeFormat('es', { timeZone: quietHours.zone }).resolvedOptions().timeZone;
  } catch {
    return defaultZone;
  }
}

const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** “21 nov 2026, 18:40 (Madrid)” */
export function formatInstant(at: Date, timeZone: string): string {
  const day = dateFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
  return `${day.format(at)}, ${formatClock(at, timeZone)} (${cityOf(timeZone)})`;
}

/** “sábado, 21 nov 2026, 18:40 (Madrid)” */
export function formatMoment(at: Date, timeZone: string): string {
  const weekday = dateFormat({ weekday: 'long', timeZone }).format(at);
  return `${weekday}, ${formatInstant(at, timeZone)}`;
}

export const formatClock = (at: Date, timeZone: string): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', timeZone }).format(at);

/** “martes, 24 de noviembre, 21:00 (Madrid)”: beside a venue elsewhere it would pass for the time there. */
export const formatKickoff = (at: Date, timeZone: string): string =>
  `${dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(at)}, ${formatClock(at, timeZone)} (${cityOf(timeZone)})`;

export const formatDay = (at: Date, timeZone: string): string =>
  dateFormat({ day: 'numeric', month: 'long', timeZone }).format(at);

export interface Crossing extends CrossingToSay {
  readonly bandBp: number;
}

/** Why the alert fired, to follow the target's name: “ha quedado por debajo de 180 €”. */
export const describeCrossing = (crossing: CrossingToSay): string =>
  `${crossingWords(crossing, { price: formatThreshold, percent: formatPercent })}${crossing.already ? ' cuando creaste el umbral' : ''}`;

/** “España – Uruguay, Categoría 2” */
export const labelOf = (target: { readonly matchName: string; readonly part: string | null }) =>
  target.part === null ? target.matchName : `${target.matchName}, ${target.part}`;

/** The rule in a few words, for a table. */
export function describeRule({ condition, ruleValue, currency }: Crossing): string {
  switch (condition) {
    case 'below':
      return `Baja de ${formatThreshold(ruleValue, currency)}`;
    case 'above':
      return `Sube de ${formatThreshold(ruleValue, currency)}`;
    case 'change':
      return `Variación de ${formatPercent(ruleValue)}`;
    case 'low':
      return `Mínimo de ${ruleValue === 1 ? 'un día' : `${ruleValue} días`}`;
  }
}

/** What its owner notes of a threshold. */
export const describeNote = (note: string): string => `Tu nota: ${note}`;

/** When the threshold can fire again: the price at which it re-arms (docs/alerts.md, rule 3). */
export function describeRearm({
  condition,
  ruleValue,
  bandBp,
  valueCents,
  currency,
}: Crossing): string {
  const cents = rearmCents({ condition, value: ruleValue, bandBp }, valueCents);
  if (cents === null)
    return `Te volveremos a escribir cuando varíe otro ${formatPercent(ruleValue)} desde ${formatPrice(valueCents, currency)}.`;
  const back = condition === 'above' ? 'baje' : 'suba';
  const again = condition === 'low' ? 'marque otro mínimo' : 'lo cruce otra vez';
  return `No te volveremos a escribir por este umbral hasta que ${back} a ${formatPrice(cents, currency)} y ${again}.`;
}
