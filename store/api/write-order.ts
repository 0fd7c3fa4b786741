/**
 * The order of writes, and of reads of what they change, in each store. Writes are sent one after the other, or they would
 * overtake each other. A read sent during a write may return the state before it, undo the optimistic update on screen, and
 * turn the next change into a false conflict: it waits until none is pending, and is repeated.
 */

/** Settles with the last write; by the store's extra argument: each store has its own. */
const lastWrites = new WeakMap<object, Promise<unknown>>();

/** @returns the result of a write sent once the one before has been answered */
export function writeInTurn<Answer>(extra: unknown, write: () => Promise<Answer>): Promise<Answer> {
  const store = extra as object;
  const writing = (lastWrites.get(store) ?? Promise.resolve()).then(write);
  lastWrites.set(
    store,
    writing.catch(() => {}),
  );
  return writing;
}

/** @returns the result of a read sent after the last write was answered */
export async function readAfterWrites<Answer>(
  extra: unknown,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const last = lastWrites.get(extra as object);
    await last;
    const answer = await read();
    if (lastWrites.get(extra as object) === last) return answer;
  }
}
