/** How many buckets of time a downsampled chart has: the server draws them, the browser says what stands in one. */

/** Maximum points per bucket. */
const perBucket = 4;

/** Buckets of time for so many points; the first point, the value in force at the start, is kept apart. */
export const bucketCount = (maxPoints: number): number =>
  Math.max(1, Math.floor((maxPoints - 1) / perBucket));
