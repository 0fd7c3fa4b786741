/** Median; of an even number of values, the mean of the two in the middle. @throws RangeError when empty */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('a median of nothing');
  return (low + high) / 2;
}

/** The smallest value that so many per cent do not exceed. @throws RangeError when empty */
export function percentile(values: readonly number[], percent: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1];
  if (found === undefined) throw new RangeError('a percentile of nothing');
  return found;
}
