/**
 * Settings read while a change of them is on its way may be from before it, and would put back on the screen what the
 * person has just replaced; a change made from there would look like another tab's. Such an answer is asked for again.
 */

interface PendingWrites {
  /** How many changes have begun. */
  begun: number;
  /** Settled once none is on its way. */
  ended: Promise<unknown>;
}

/** By what the store was made with: each store has its own. */
const writesByStore = new WeakMap<object, PendingWrites>();

function writesOf(extra: unknown): PendingWrites {
  const key = extra as object;
  const known = writesByStore.get(key);
  if (known !== undefined) return known;
  const none = { begun: 0, ended: Promise.resolve() };
  writesByStore.set(key, none);
  return none;
}

/** @param write settles with the server's answer */
export function trackWrite(extra: unknown, write: Promise<unknown>): void {
  const writes = writesOf(extra);
  writes.begun += 1;
  writes.ended = Promise.allSettled([writes.ended, write]);
}

/** @returns an answer that was asked for after the last change had been answered */
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
