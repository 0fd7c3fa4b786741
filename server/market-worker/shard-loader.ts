/**
 * Shards that a worker has taken and is still reading from the database, page by page. Meanwhile it goes on with those
 * it has: neither its heartbeat nor their readings wait for the newcomers.
 */
import type pg from 'pg';
import type { TakenShard } from '../db/market/worker-leases.ts';
import { loadShardStates, type ShardState } from './shard-state.ts';

export interface LoadedShard extends TakenShard {
  readonly memory: ShardState;
}

export class ShardLoader {
  readonly shards: readonly TakenShard[];
  /** Resolves when it is over, however it went. */
  readonly done: Promise<void>;
  readonly #stop = new AbortController();
  #loaded: readonly LoadedShard[] | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(pool: pg.Pool, source: string, shards: readonly TakenShard[]) {
    this.shards = shards;
    this.done = this.#run(pool, source);
  }

  /** null while it is under way. @throws what made it fail */
  get loaded(): readonly LoadedShard[] | null {
    if (this.#failure !== null) throw this.#failure.error;
    return this.#loaded;
  }

  /** Gives it up after the page in hand. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done;
  }

  async #run(pool: pg.Pool, source: string): Promise<void> {
    try {
      const memories = await loadShardStates(pool, source, this.shards, this.#stop.signal);
      this.#loaded = this.shards.flatMap((shard) => {
        const memory = memories.get(shard.shard);
        return memory === undefined ? [] : [{ ...shard, memory }];
      });
    } catch (error) {
      this.#failure = { error };
    }
  }
}
