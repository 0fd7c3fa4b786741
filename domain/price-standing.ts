/** “¿Es buen precio?”: where a price stands among those of a month, one a day. Pure. */

/** Fewer say nothing. */
export const minStandingDays = 7;

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
