/** “¿Es buen precio?”: where a price stands among those of a month, one a day. Pure. */

/** Fewer say nothing. */
const minStandingDays = 7;

export interface PriceStanding {
  /** How many prices it is compared with. */
  readonly days: number;
  readonly lowCents: number;
  readonly medianCents: number;
  readonly highCents: number;
  /** Shares of the days, from 0 to 1, on which it was dearer and on which it was cheaper. */
  readonly dearer: number;
  readonly cheaper: number;
}

/**
 * @param month floors, one a day
 * @returns null with too few of them
 */
export function priceStanding(month: readonly number[], nowCents: number): PriceStanding | null {
  const days = month.length;
  if (days < minStandingDays) return null;
  const sorted = month.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? nowCents;
  const shareOf = (isCounted: (cents: number) => boolean) => month.filter(isCounted).length / days;
  return {
    days,
    lowCents: Math.min(at(0), nowCents),
    medianCents: Math.round((at(Math.floor((days - 1) / 2)) + at(Math.ceil((days - 1) / 2))) / 2),
    highCents: Math.max(at(days - 1), nowCents),
    dearer: shareOf((cents) => cents > nowCents),
    cheaper: shareOf((cents) => cents < nowCents),
  };
}

const wholePercent = (share: number): string => `${Math.round(share * 100)}\u00A0%`;

/** “Más barato que el 82 % del último mes”, in the app and in mails: how it stands, never what to do. */
export function standingSentence({ days, dearer, cheaper }: PriceStanding): string {
  const [sample, ofSample] =
    days >= 28
      ? ['el último mes', 'del último mes']
      : [`los últimos ${days} días`, `de los últimos ${days} días`];
  if (dearer === 1) return `De lo más barato en ${sample}`;
  if (cheaper === 1) return `De lo más caro en ${sample}`;
  if (dearer === 0 && cheaper === 0) return `Como en todo ${sample}`;
  return dearer >= cheaper
    ? `Más barato que el ${wholePercent(dearer)} ${ofSample}`
    : `Más caro que el ${wholePercent(cheaper)} ${ofSample}`;
}
