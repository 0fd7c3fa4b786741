/** A few pieces of work at a time, so that a burst of one kind leaves connections to everybody else. */

/** Too many wait already. */
export class QueueFullError extends Error {}

export interface Limiter {
  /** @throws GateFull */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createLimiter({ atOnce, waiting }: { atOnce: number; waiting: number }): Limiter {
  let inside = 0;
  const queue: (() => void)[] = [];
  return {
    async pass(work) {
      if (inside >= atOnce) {
        if (queue.length >= waiting) throw new QueueFullError('too much work waits');
        // Whoever leaves hands over the place, so `inside` stays as it is.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else inside += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else inside -= 1;
      }
    },
  };
}

/** Does a piece of work for each, so many at a time. @throws the first failure, once all have had their turn */
export async function forEachConcurrent<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const failures: unknown[] = [];
  const line = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, line));
  if (failures.length > 0) throw failures[0];
}
