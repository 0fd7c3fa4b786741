/** The lowest of some prices. @returns null when none is known */
export function lowestPrice(prices: Iterable<number | null>): number | null {
  let lowest: number | null = null;
  for (const cents of prices)
    if (cents !== null && (lowest === null || cents < lowest)) lowest = cents;
  return lowest;
}
