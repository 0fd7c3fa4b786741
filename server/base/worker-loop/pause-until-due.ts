/** How long a worker pauses until its next row is due. */

/** Due rows that could not be claimed are locked by another worker, or by a save of the user's settings. */
const lockedRetryMs = 250;

/** @param dueAt of the earliest row; null without any @param pollEveryMs the longest pause */
export function pauseUntilDueMs(dueAt: Date | null, now: Date, pollEveryMs: number): number {
  const leftMs = dueAt === null ? pollEveryMs : dueAt.getTime() - now.getTime();
  return leftMs > 0 ? Math.min(pollEveryMs, leftMs) : lockedRetryMs;
}
