/** Serial queue per store: concurrent changes of one resource would overtake each other. */
export type SerialQueue = <Answer>(store: object, change: () => Promise<Answer>) => Promise<Answer>;

/** @returns function that runs each change after the previous one of the same store has settled */
export function createSerialQueue(): SerialQueue {
  const pending = new WeakMap<object, Promise<void>>();
  return (store, change) => {
    const before = pending.get(store);
    // With an empty queue the change starts synchronously, so that its optimistic update shows at once.
    const changing = before === undefined ? change() : before.then(change);
    const leave = () => {
      if (pending.get(store) === settled) pending.delete(store);
    };
    const settled = changing.then(leave, leave);
    pending.set(store, settled);
    return changing;
  };
}
