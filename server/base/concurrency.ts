/** Concurrency limiter with a bounded queue, one for each of many keys, and a concurrent `forEach`. */

/** The limiter's queue is full. */
export class QueueFullError extends Error {}

export interface Limiter {
  /** Runs work once a slot is free. @throws QueueFullError, or what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface LimiterBounds {
  readonly maxRunning: number;
  readonly maxQueued: number;
}

export function createLimiter({ maxRunning, maxQueued }: LimiterBounds): Limiter {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= maxRunning) {
        if (queue.length >= maxQueued)
          throw new QueueFullError('the queue of waiting work is full');
        // Work that ends hands its slot to the next in the queue, so `running` is not changed here.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

export interface KeyedLimiter {
  /** As a {@link Limiter} of the key's own, which lasts as long as it has work. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedLimiter(bounds: LimiterBounds): KeyedLimiter {
  const limiters = new Map<string, { readonly limiter: Limiter; users: number }>();
  return {
    async run(key, work) {
      const own = limiters.get(key) ?? { limiter: createLimiter(bounds), users: 0 };
      limiters.set(key, own);
      own.users += 1;
      try {
        return await own.limiter.run(work);
      } finally {
        own.users -= 1;
        if (own.users === 0) limiters.delete(key);
      }
    },
  };
}

/** Runs work for each item, at most `limit` at a time. @throws the first failure, once all have run */
export async function forEachConcurrent<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
