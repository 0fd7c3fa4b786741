/** Whether readings keep arriving from a source, by when the newest one arrived; the market's own timestamps play no part. */
import type { SourceRow } from '../db/market/sources.ts';

/** Expected intervals without a reading after which a source is stale. */
const staleAfterIntervals = 3;

/** @param nowMs epoch milliseconds, by the database's clock */
export function sourceHealthAt(
  { lastArrivalAt, expectedEveryMs }: Pick<SourceRow, 'lastArrivalAt' | 'expectedEveryMs'>,
  nowMs: number,
): 'unknown' | 'fresh' | 'stale' {
  const sinceMs = nowMs - (lastArrivalAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  // Without an interval no worker reads it yet: nothing is overdue.
  if (expectedEveryMs !== null && sinceMs > staleAfterIntervals * expectedEveryMs) return 'stale';
  return lastArrivalAt === null ? 'unknown' : 'fresh';
}
