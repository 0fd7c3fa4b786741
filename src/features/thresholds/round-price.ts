/** Rounds a suggested price: to whole euros, or to cents where a euro would be much. @returns at least one cent */
export const roundPrice = (cents: number): number =>
  Math.max(1, cents < 2_000 ? Math.round(cents) : Math.round(cents / 100) * 100);
