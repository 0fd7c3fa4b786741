/** The shards a worker holds: its fair part of them, taken and given back as other workers come and go. */
import type pg from 'pg';
import { readCollectibles } from '../db/market/engine-load.ts';
import type { StoredReading } from '../db/market/readings.ts';
import { readKickoffs } from '../db/market/sources.ts';
import {
  advanceShards,
  type FencedShard,
  lockShards,
  readShardAllocation,
  releaseShards,
  takeShards,
} from '../db/market/worker-leases.ts';
import type { ShardSet } from '../db/market/worker-thresholds.ts';
import type { Database } from '../db/pool.ts';
import { ShardLoader } from './shard-loader.ts';
import type { ShardState } from './shard-state.ts';
import { FencingLost, type Membership } from './worker-membership.ts';

export interface OwnedShard extends FencedShard {
  /** The last reading applied to it. */
  position: number;
  /** null before the first reading. */
  marketNow: Date | null;
  readonly memory: ShardState;
}

export interface HeldShardsOptions {
  readonly pool: pg.Pool;
  readonly membership: Membership;
  /** Shards that were taken are ready to be adopted, or could not be read. */
  readonly onLoaded: () => void;
}

export class OwnedShards {
  readonly #pool: pg.Pool;
  readonly #membership: Membership;
  readonly #onLoaded: () => void;
  #held: readonly OwnedShard[] = [];
  #loading: ShardLoader | null = null;
  /** Owners whose rules are to be forgotten. */
  readonly #erased = new Set<string>();
  /** Those nobody has acted on; the past ones too at first, for someone may have been away. */
  #kickoffs: readonly number[] = [];

  constructor({ pool, membership, onLoaded }: HeldShardsOptions) {
    this.#pool = pool;
    this.#membership = membership;
    this.#onLoaded = onLoaded;
  }

  get all(): readonly OwnedShard[] {
    return this.#held;
  }

  get set(): ShardSet {
    return { source: this.#membership.source, shards: this.#held.map(({ shard }) => shard) };
  }

  /** Under evaluation here. */
  get thresholds(): number {
    return this.#held.reduce((sum, { memory }) => sum + memory.engine.thresholdCount(), 0);
  }

  /** Some were taken and are still being read. */
  get isLoading(): boolean {
    return this.#loading !== null;
  }

  /** Where the one furthest behind stands; null while there is none. */
  get position(): number | null {
    return this.#held.length === 0 ? null : Math.min(...this.#held.map(({ position }) => position));
  }

  find(shard: number): OwnedShard | undefined {
    return this.#held.find((held) => held.shard === shard);
  }

  /**
   * Begins to take what is free up to a fair part, or gives back what is more than that. Call between two transactions.
   * @returns whether the source itself has no reader
   * @throws FencingLost when somebody has taken one of ours
   */
  async rebalance(): Promise<boolean> {
    const { id, source } = this.#membership;
    const rebalance = await readShardAllocation(this.#pool, source, id);
    const own = [...this.#held, ...(this.#loading?.shards ?? [])];
    if (own.some(({ shard }) => !rebalance.mine.includes(shard))) {
      throw new FencingLost(`Another worker took a shard of ${source}.`);
    }
    const fair = Math.ceil(rebalance.shards / Math.max(1, rebalance.workers));
    const missing = Math.min(fair - own.length, rebalance.free);
    const spare = Math.min(own.length - fair, this.#held.length);
    if (spare > 0) await this.#release(spare);
    else if (missing > 0 && this.#loading === null) await this.#take(missing);
    return rebalance.sourceFree;
  }

  /** Makes its own what has been read meanwhile. Call between two transactions. @throws what made the reading fail */
  async addLoaded(): Promise<void> {
    const loaded = this.#loading?.loaded ?? null;
    if (loaded === null) return;
    this.#loading = null;
    await this.#keep([...this.#held, ...loaded]);
  }

  /** Stops reading what it has not got yet. */
  async close(): Promise<void> {
    await this.#loading?.stop();
  }

  /** An account was erased: its rules are let go of at the next `forgetErased`. */
  erased(uid: string): void {
    this.#erased.add(uid);
  }

  /**
   * Lets go of the rules of erased accounts. Call between two transactions, after the commands: one of them may have
   * been read just before the account went.
   */
  removeErasedUsers(): void {
    if (this.#erased.size === 0) return;
    for (const { memory } of this.#held) memory.engine.removeOwned(this.#erased);
    // What is being read may hold them too.
    if (this.#loading === null) this.#erased.clear();
  }

  /** Whether some kick-off has passed that nobody has acted on. Asks our clock alone; a replay has none. */
  kickedOff(): boolean {
    const now = Date.now();
    return this.#kickoffs.some((at) => at <= now);
  }

  /** What kicked off before has been acted on. @param instant by the database's clock, which may be behind ours */
  closedUntil(instant: Date): void {
    this.#kickoffs = this.#kickoffs.filter((at) => at >= instant.getTime());
  }

  /**
   * Takes in collectibles of its matches that it has not heard of. None of them has a price yet, for prices of a
   * held shard are applied here and nowhere else.
   */
  async addNewCollectibles(db: Database): Promise<void> {
    const { source, shards } = this.set;
    for (const item of await readCollectibles(db, source, shards, { unpriced: true })) {
      const memory = this.find(item.shard)?.memory;
      if (memory === undefined || memory.collectibles.has(item.id)) continue;
      memory.engine.addCollectible(item);
      memory.collectibles.set(item.id, item);
    }
    this.#kickoffs = await readKickoffs(db, source, shards);
  }

  /** First statement of a transaction that writes thresholds. @throws FencingLost */
  async assertFencing(db: Database): Promise<void> {
    const held = await lockShards(db, this.#membership.source, this.#held);
    if (!held) throw new FencingLost('Another worker holds some of these shards.');
  }

  /** First statement of the transaction that applies a reading. @throws FencingLost */
  async advance(db: Database, group: readonly OwnedShard[], reading: StoredReading): Promise<void> {
    const held = await advanceShards(db, this.#membership.source, group, reading);
    if (!held) throw new FencingLost('Another worker holds some of these shards.');
  }

  async #take(atMost: number): Promise<void> {
    const { id, source } = this.#membership;
    const taken = await takeShards(this.#pool, source, id, atMost);
    if (taken.length === 0) return;
    const loading = new ShardLoader(this.#pool, source, taken);
    this.#loading = loading;
    void loading.done.then(this.#onLoaded);
  }

  async #release(count: number): Promise<void> {
    const { id, source } = this.#membership;
    const released = this.#held.slice(-count).map(({ shard }) => shard);
    await this.#keep(this.#held.slice(0, -count));
    await releaseShards(this.#pool, source, id, released);
  }

  async #keep(held: readonly OwnedShard[]): Promise<void> {
    this.#held = held;
    const { source, shards } = this.set;
    this.#kickoffs = await readKickoffs(this.#pool, source, shards);
  }
}
