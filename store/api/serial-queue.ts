/** Changes of one thing, one after another: two at once would overtake each other. */
export type SerialQueue = <Answer>(store: object, change: () => Promise<Answer>) => Promise<Answer>;

/** @returns what makes each change wait for the one before it in the same store, however that one ended */
export function createSerialQueue(): SerialQueue {
  const onItsWay = new WeakMap<object, Promise<void>>();
  return (store, change) => {
    const before = onItsWay.get(store);
    // With nothing before it a change begins at once, and shows at once.
    const changing = before === undefined ? change() : before.then(change);
    const leave = () => {
      if (onItsWay.get(store) === settled) onItsWay.delete(store);
    };
    const settled = changing.then(leave, leave);
    onItsWay.set(store, settled);
    return changing;
  };
}
