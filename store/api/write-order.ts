/**
 * The order of writes, and of reads of what they change, in each store. Writes of one kind are sent one after the other, or
 * they would overtake each other. A read sent during a write may return the state before it, undo the optimistic update on
 * screen, and turn the next change into a false conflict: it waits until none is pending, and is repeated.
 */

interface Writes {
  /** Started so far. */
  begun: number;
  /** Settles when no write is pending. */
  ended: Promise<unknown>;
  /** The last one pending, by kind. */
  readonly lastOf: Map<string, Promise<unknown>>;
}

/** Keyed by the store's extra argument: each store has its own. */
const writesByStore = new WeakMap<object, Writes>();

function writesOf(extra: unknown): Writes {
  const key = extra as object;
  const writes = writesByStore.get(key) ?? {
    begun: 0,
    ended: Promise.resolve(),
    lastOf: new Map<string, Promise<unknown>>(),
  };
  writesByStore.set(key, writes);
  return writes;
}

/** @returns the result of a write sent once the one before of its kind has been answered */
export function writeInTurn<Answer>(
  extra: unknown,
  kind: string,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const writes = writesOf(extra);
  const { lastOf } = writes;
  const before = lastOf.get(kind);
  // Without one before it starts synchronously, so that its optimistic update shows at once.
  const writing = before === undefined ? write() : before.then(write);
  const leave = () => {
    if (lastOf.get(kind) === settled) lastOf.delete(kind);
  };
  const settled = writing.then(leave, leave);
  lastOf.set(kind, settled);
  writes.begun += 1;
  writes.ended = Promise.all([writes.ended, settled]);
  return writing;
}

/** @returns the result of a read sent after the last write was answered */
export async function readAfterWrites<Answer>(
  extra: unknown,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const writes = writesOf(extra);
  for (;;) {
    const { begun, ended } = writes;
    await ended;
    const answer = await read();
    if (writes.begun === begun) return answer;
  }
}
