/** Batches live prices per animation frame for the cache entries that show them. */
import type { PriceUpdate } from '#contract/live-stream.ts';

/** The latest of each collectible since the last frame, by its id. */
export type PriceBatch = ReadonlyMap<string, PriceUpdate>;

export interface PriceBatcher {
  /** Queues the updates for the next frame; the one observed last of a collectible wins. */
  push(updates: readonly PriceUpdate[]): void;
  /** @returns unsubscribe function */
  subscribe(listener: (batch: PriceBatch) => void): () => void;
}

/** @param schedule runs a callback soon, once per frame in a browser */
export function createPriceBatcher(schedule: (callback: () => void) => void): PriceBatcher {
  const listeners = new Set<(batch: PriceBatch) => void>();
  /** Market time of the newest price of each collectible: an answer may arrive after the stream's next price. */
  const newest = new Map<string, string>();
  let pending = new Map<string, PriceUpdate>();
  const flush = () => {
    const batch = pending;
    pending = new Map();
    for (const listener of listeners) listener(batch);
  };
  return {
    push(updates) {
      if (pending.size === 0 && updates.length > 0) schedule(flush);
      for (const update of updates) {
        const { collectibleId, observedAt } = update;
        if (observedAt < (newest.get(collectibleId) ?? '')) continue;
        newest.set(collectibleId, observedAt);
        pending.set(collectibleId, update);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
