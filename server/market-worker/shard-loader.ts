/**
 * Loads claimed shards from the database in the background, page by page. Meanwhile the worker's other shards go on:
 * neither its heartbeat nor their readings wait.
 */
import type pg from 'pg';
import type { ClaimedShard } from '../db/market/worker-leases.ts';
import { type LoadOptions, loadShardStates, type ShardState } from './shard-state.ts';

interface LoadedShard extends ClaimedShard {
  readonly state: ShardState;
}

export class ShardLoader {
  readonly shards: readonly ClaimedShard[];
  /** Resolves when loading has ended, also by failure or `stop`; never rejects. */
  readonly done: Promise<void>;
  readonly #stop = new AbortController();
  #loaded: readonly LoadedShard[] | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(
    pool: pg.Pool,
    source: string,
    shards: readonly ClaimedShard[],
    onPage: LoadOptions['onPage'],
  ) {
    this.shards = shards;
    this.done = this.#run(pool, source, onPage);
  }

  /** null while loading. @throws what made it fail */
  get loaded(): readonly LoadedShard[] | null {
    if (this.#failure !== null) throw this.#failure.error;
    return this.#loaded;
  }

  /** Stops after the current page. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done;
  }

  async #run(pool: pg.Pool, source: string, onPage: LoadOptions['onPage']): Promise<void> {
    try {
      const states = await loadShardStates(pool, source, this.shards, {
        signal: this.#stop.signal,
        onPage,
      });
      this.#loaded = this.shards.flatMap((shard) => {
        const state = states.get(shard.shard);
        return state === undefined ? [] : [{ ...shard, state }];
      });
    } catch (error) {
      this.#failure = { error };
    }
  }
}
