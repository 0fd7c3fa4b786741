/** The shards a worker holds: its fair part of them, taken and given back as other workers come and go. */
import type pg from 'pg';
import { readCollectibles } from '../db/engine-load.ts';
import type { Database } from '../db/pool.ts';
import type { StoredReading } from '../db/readings.ts';
import { readKickoffs } from '../db/source.ts';
import type { ShardSet } from '../db/worker-thresholds.ts';
import {
  advanceShards,
  type Fenced,
  lockShards,
  readShare,
  releaseShards,
  takeShards,
} from '../db/workers.ts';
import { FencingLost, type Membership } from './membership.ts';
import type { Memory } from './memory.ts';
import { ShardLoading } from './shard-loading.ts';

export interface HeldShard extends Fenced {
  /** The last reading applied to it. */
  position: number;
  /** null before the first reading. */
  marketNow: Date | null;
  readonly memory: Memory;
}

export interface HeldShardsOptions {
  readonly pool: pg.Pool;
  readonly membership: Membership;
  /** Shards that were taken are ready to be adopted, or could not be read. */
  readonly onLoaded: () => void;
}

export class HeldShards {
  readonly #pool: pg.Pool;
  readonly #membership: Membership;
  readonly #onLoaded: () => void;
  #held: readonly HeldShard[] = [];
  #loading: ShardLoading | null = null;
  /** Owners whose rules are to be forgotten. */
  readonly #erased = new Set<string>();
  /** Those nobody has acted on; the past ones too at first, for someone may have been away. */
  #kickoffs: readonly number[] = [];

  constructor({ pool, membership, onLoaded }: HeldShardsOptions) {
    this.#pool = pool;
    this.#membership = membership;
    this.#onLoaded = onLoaded;
  }

  get all(): readonly HeldShard[] {
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

  find(shard: number): HeldShard | undefined {
    return this.#held.find((held) => held.shard === shard);
  }

  /**
   * Begins to take what is free up to a fair part, or gives back what is more than that. Call between two transactions.
   * @returns whether the source itself has no reader
   * @throws FencingLost when somebody has taken one of ours
   */
  async share(): Promise<boolean> {
    const { id, source } = this.#membership;
    const share = await readShare(this.#pool, source, id);
    const own = [...this.#held, ...(this.#loading?.shards ?? [])];
    if (own.some(({ shard }) => !share.mine.includes(shard))) {
      throw new FencingLost(`Another worker took a shard of ${source}.`);
    }
    const fair = Math.ceil(share.shards / Math.max(1, share.workers));
    const missing = Math.min(fair - own.length, share.free);
    const spare = Math.min(own.length - fair, this.#held.length);
    if (spare > 0) await this.#release(spare);
    else if (missing > 0 && this.#loading === null) await this.#take(missing);
    return share.sourceFree;
  }

  /** Makes its own what has been read meanwhile. Call between two transactions. @throws what made the reading fail */
  async adopt(): Promise<void> {
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
  forgetErased(): void {
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
  async learn(db: Database): Promise<void> {
    const { source, shards } = this.set;
    for (const item of await readCollectibles(db, source, shards, { unheard: true })) {
      const memory = this.find(item.shard)?.memory;
      if (memory === undefined || memory.collectibles.has(item.id)) continue;
      memory.engine.addCollectible(item);
      memory.collectibles.set(item.id, item);
    }
    this.#kickoffs = await readKickoffs(db, source, shards);
  }

  /** First statement of a transaction that writes thresholds. @throws FencingLost */
  async assert(db: Database): Promise<void> {
    const held = await lockShards(db, this.#membership.source, this.#held);
    if (!held) throw new FencingLost('Another worker holds some of these shards.');
  }

  /** First statement of the transaction that applies a reading. @throws FencingLost */
  async advance(db: Database, group: readonly HeldShard[], reading: StoredReading): Promise<void> {
    const held = await advanceShards(db, this.#membership.source, group, reading);
    if (!held) throw new FencingLost('Another worker holds some of these shards.');
  }

  async #take(atMost: number): Promise<void> {
    const { id, source } = this.#membership;
    const taken = await takeShards(this.#pool, source, id, atMost);
    if (taken.length === 0) return;
    const loading = new ShardLoading(this.#pool, source, taken);
    this.#loading = loading;
    void loading.over.then(this.#onLoaded);
  }

  async #release(count: number): Promise<void> {
    const { id, source } = this.#membership;
    const released = this.#held.slice(-count).map(({ shard }) => shard);
    await this.#keep(this.#held.slice(0, -count));
    await releaseShards(this.#pool, source, id, released);
  }

  async #keep(held: readonly HeldShard[]): Promise<void> {
    this.#held = held;
    const { source, shards } = this.set;
    this.#kickoffs = await readKickoffs(this.#pool, source, shards);
  }
}
