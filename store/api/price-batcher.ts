/** Where the live stream's prices wait for the next frame, and who is told of them: cache entries that show prices. */
import type { PriceUpdate } from '#contract/live-stream.ts';

/** The latest of each collectible since the last frame, by its id. */
export type PriceBatch = ReadonlyMap<string, PriceUpdate>;

export interface PriceBatcher {
  /** Keeps the latest of each collectible until the next frame. */
  push(updates: readonly PriceUpdate[]): void;
  /** @returns how to stop listening */
  subscribe(hear: (batch: PriceBatch) => void): () => void;
}

/** @param schedule runs a callback soon, once per frame in a browser */
export function createPriceBatcher(schedule: (callback: () => void) => void): PriceBatcher {
  const listeners = new Set<(batch: PriceBatch) => void>();
  let waiting = new Map<string, PriceUpdate>();
  const flush = () => {
    const batch = waiting;
    waiting = new Map();
    for (const hear of listeners) hear(batch);
  };
  return {
    push(updates) {
      if (waiting.size === 0 && updates.length > 0) schedule(flush);
      for (const update of updates) waiting.set(update.collectibleId, update);
    },
    subscribe(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
