/**
 * Delays reads of the settings until pending writes are answered. A read sent during a write may return the state before
 * it, undo the optimistic update on screen, and turn the next change into a false conflict; it is repeated.
 */

interface PendingWrites {
  /** Writes started so far. */
  begun: number;
  /** Settles when no write is pending. */
  ended: Promise<unknown>;
}

/** Keyed by the store's extra argument: each store has its own. */
const writesByStore = new WeakMap<object, PendingWrites>();

function writesOf(extra: unknown): PendingWrites {
  const key = extra as object;
  const existing = writesByStore.get(key);
  if (existing !== undefined) return existing;
  const created = { begun: 0, ended: Promise.resolve() };
  writesByStore.set(key, created);
  return created;
}

/** @param write settles with the server's response */
export function trackWrite(extra: unknown, write: Promise<unknown>): void {
  const writes = writesOf(extra);
  writes.begun += 1;
  writes.ended = Promise.allSettled([writes.ended, write]);
}

/** @returns the result of a read sent after the last write was answered */
export async function readAfterWrites<Answer>(
  extra: unknown,
  read: () => PromiseLike<Answer> | Answer,
): Promise<Answer> {
  const writes = writesOf(extra);
  for (;;) {
    const { begun, ended } = writes;
    await ended;
    const answer = await read();
    if (writes.begun === begun) return answer;
  }
}
