/** Formats numbers, money and time, and parses prices (es-ES). Units are joined by no-break spaces. */
import { dateFormat, numberFormat } from '#domain/intl-formats.ts';

const nbsp = '\u00A0';

/** A price: `172,00 €`. Four digits stay ungrouped, five are grouped. */
export function money(cents: number, currency: string): string {
  return withGrouping(cents, { style: 'currency', currency });
}

/** A threshold's price, without `,00`. */
export function thresholdMoney(cents: number, currency: string): string {
  const isWholeAmount = cents % 100 === 0;
  return withGrouping(cents, {
    style: 'currency',
    currency,
    ...(isWholeAmount ? { maximumFractionDigits: 0 } : {}),
  });
}

function withGrouping(cents: number, options: Intl.NumberFormatOptions): string {
  return numberFormat({ ...options, useGrouping: 'min2' })
    .format(cents / 100)
    .replaceAll(' ', nbsp);
}

/** A price split into what is set in different sizes: the figure, or its units and fraction, and the currency symbol. */
export function priceParts(cents: number, currency: string) {
  const parts = numberFormat({ style: 'currency', currency, useGrouping: 'min2' }).formatToParts(
    cents / 100,
  );
  const textOf = (...types: readonly Intl.NumberFormatPartTypes[]) =>
    parts.flatMap(({ type, value }) => (types.includes(type) ? value : [])).join('');
  const units = textOf('minusSign', 'integer', 'group');
  const fraction = textOf('decimal', 'fraction');
  return { figure: units + fraction, units, fraction, symbol: textOf('currency') || currency };
}

/** Basis points as a percentage with one decimal and no sign: `8,2 %`. */
export function percent(basisPoints: number): string {
  const figure = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.abs(basisPoints) / 100,
  );
  return `${figure}${nbsp}%`;
}

/** Like {@link percent}, with its sign: `+3,1 %`. */
export const signedPercent = (basisPoints: number): string =>
  `${basisPoints > 0 ? '+' : basisPoints < 0 ? '−' : ''}${percent(basisPoints)}`;

/** Like {@link percent}, with up to two decimals, none when whole. Keeps the sign. */
export function shortPercent(basisPoints: number): string {
  const figure = numberFormat({ maximumFractionDigits: 2 }).format(basisPoints / 100);
  return `${figure}${nbsp}%`;
}

/** A count: grouped from four digits on. */
export const count = (value: number): string =>
  numberFormat({ useGrouping: 'always' }).format(value);

const pluralRules = new Intl.PluralRules('es-ES');

/** The form of a word that goes with a number: `plural(1, 'partido', 'partidos')`. */
export const plural = (value: number, one: string, other: string): string =>
  pluralRules.select(value) === 'one' ? one : other;

/** A count with its word: `1 partido`, `1.200 partidos`. */
export const counted = (value: number, one: string, other: string): string =>
  `${count(value)} ${plural(value, one, other)}`;

/** Between inline links: may end a line, never begins one. */
export const separator = '\u00A0· ';

export const clockTime = (instant: string | Date): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit' }).format(new Date(instant));

/** `martes 24 de noviembre` */
export const weekdayDate = (instant: string | Date): string =>
  dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
    .format(new Date(instant))
    .replace(',', '');

/** `21 de noviembre de 2026` */
export const longDate = (instant: string | Date): string =>
  dateFormat({ dateStyle: 'long' }).format(new Date(instant));

/** `12 nov` */
export const dayAndMonth = (instant: string | Date): string =>
  dateFormat({ day: 'numeric', month: 'short' }).format(new Date(instant));

/** `12 nov 2026` */
export const mediumDate = (instant: string | Date): string =>
  dateFormat({ dateStyle: 'medium' }).format(new Date(instant));

/** `3 dic`, with the year unless it is this one. */
export const dayWithOtherYear = (instant: string | Date): string => {
  const then = new Date(instant);
  const isThisYear = then.getFullYear() === new Date().getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return dateFormat({ day: 'numeric', month: 'short', ...year }).format(then);
};

/** `2026-11-21` in the browser's time zone, for `<time>`: the Swedish locale writes dates as ISO 8601. */
export const calendarDay = (instant: string | Date): string =>
  new Date(instant).toLocaleDateString('sv-SE');

/** `mar 24 nov` */
export const shortWeekdayDate = (instant: string | Date, timeZone?: string): string =>
  dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
    .format(new Date(instant))
    .replaceAll(/[.,]/g, '');

/** The exact instant, for `title`. */
export const longDateTime = (instant: string | Date): string =>
  dateFormat({ dateStyle: 'long', timeStyle: 'medium' }).format(new Date(instant));

/** `21 nov 2026, 18:40:02` */
export const mediumDateTime = (instant: string | Date): string =>
  dateFormat({
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(new Date(instant));

/** `ahora`, `hace 3 min`, `hace 2 h`, `ayer, 18:40`, then the date. */
export function relativeTime(instant: string | Date, now: Date = new Date()): string {
  const then = new Date(instant);
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'ahora';
  if (minutes < 60) return `hace ${minutes}${nbsp}min`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `hace ${Math.floor(minutes / 60)}${nbsp}h`;
  if (then.toDateString() === yesterday.toDateString()) return `ayer, ${clockTime(then)}`;
  return `${shortWeekdayDate(then)}, ${clockTime(then)}`;
}

/** A typed number in plain digits and signs: full-width and Arabic ones are read, what is invisible is not. */
export const plainDigits = (text: string): string =>
  text
    // Compatibility forms would make a space of it.
    .replaceAll(/[´`]/g, "'")
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('\u066B', ',')
    .replaceAll('\u066C', '.')
    .trim();

/**
 * Integer cents of a price as people and this app write it: `180`, `180,5`, `1.346,50 €`. Points or blanks in threes group
 * thousands, so `1.300` is 1300 €. Null for anything else, as for `1,300`.
 */
export function parsePrice(text: string): number | null {
  const plain = plainDigits(text)
    .replace(/^\+/, '')
    .replace(/^(?:€|eur(?:os?)?)\s*|\s*(?:€|eur(?:os?)?|%)$/giu, '')
    .replace(/^\d{1,3}(?:([.\s’'])\d{3})(?:\1\d{3})*(?=,\d{1,2}$|$)/u, (whole) =>
      whole.replaceAll(/\D/g, ''),
    );
  const match = /^(\d{0,8})(?:[.,’'](\d{0,2}))?$/.exec(plain);
  if (match === null || !/\d/.test(plain)) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
