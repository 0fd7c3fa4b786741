/** The shards a worker owns: its fair share, claimed and released as other workers join and leave. */
import type pg from 'pg';
import { listKickoffs, type MatchKickoff } from '../db/market/catalogue.ts';
import { loadEngineCollectibles } from '../db/market/engine-load.ts';
import {
  advanceShards,
  claimShards,
  type FencedShard,
  findShardAllocation,
  lockShards,
  type ReadingPosition,
  releaseShards,
} from '../db/market/worker-leases.ts';
import type { ShardSet } from '../db/market/worker-thresholds.ts';
import type { Database } from '../db/pool.ts';
import { ErasedUsers } from './erased-users.ts';
import { ShardLoader } from './shard-loader.ts';
import type { LoadOptions, ShardState } from './shard-state.ts';
import { FencingLostError, type Membership } from './worker-membership.ts';

export interface OwnedShard extends FencedShard {
  /** The last reading applied to it. */
  position: number;
  /** null before the first reading. */
  marketNow: Date | null;
  /** As of its claim and of each reading that says so, see `ClaimedShard`. */
  allSeenAt: Date | null;
  unseen: readonly string[];
  readonly state: ShardState;
}

export interface OwnedShardsOptions {
  readonly pool: pg.Pool;
  readonly membership: Membership;
  /** Claimed shards are loaded and ready for `addLoaded`, or failed to load. */
  readonly onLoaded: () => void;
  /** The database's clock; absent = this process's. */
  readonly nowMs?: () => number;
  /** A page of them was loaded. */
  readonly onPage?: LoadOptions['onPage'];
}

export class OwnedShards {
  readonly #pool: pg.Pool;
  readonly #membership: Membership;
  readonly #onLoaded: () => void;
  readonly #onPage: LoadOptions['onPage'];
  readonly #nowMs: () => number;
  #owned: readonly OwnedShard[] = [];
  /** By collectible. */
  #shardById = new Map<string, OwnedShard>();
  #loading: ShardLoader | null = null;
  #hasFairShare = false;
  readonly #erased = new ErasedUsers();
  /** Kick-offs not handled yet; at first past ones too, as no worker may have been running. */
  #kickoffs: readonly MatchKickoff[] = [];

  constructor({
    pool,
    membership,
    onLoaded,
    nowMs = Date.now,
    onPage = () => {},
  }: OwnedShardsOptions) {
    this.#pool = pool;
    this.#membership = membership;
    this.#onLoaded = onLoaded;
    this.#onPage = onPage;
    this.#nowMs = nowMs;
  }

  get all(): readonly OwnedShard[] {
    return this.#owned;
  }

  get shardSet(): ShardSet {
    return { source: this.#membership.source, shards: this.#owned.map(({ shard }) => shard) };
  }

  /** Thresholds under evaluation here. */
  get thresholdCount(): number {
    return this.#owned.reduce((sum, { state }) => sum + state.engine.thresholdCount, 0);
  }

  /** It owns its fair share, or all that other workers leave it, and has loaded it. */
  get isComplete(): boolean {
    return this.#hasFairShare && this.#loading === null;
  }

  /** The lowest position of all shards; null without shards. */
  get position(): number | null {
    return this.#owned.length === 0
      ? null
      : Math.min(...this.#owned.map(({ position }) => position));
  }

  /** The shard of a collectible; undefined for those of other workers. */
  ofCollectible(id: string): OwnedShard | undefined {
    return this.#shardById.get(id);
  }

  find(shard: number): OwnedShard | undefined {
    return this.#owned.find((owned) => owned.shard === shard);
  }

  /**
   * Claims free shards up to a fair share, or releases those beyond it. Call between two transactions.
   * @returns whether the source itself has no reader
   * @throws FencingLostError when another worker has claimed one of ours
   */
  async rebalance(): Promise<boolean> {
    const { id, source } = this.#membership;
    const allocation = await findShardAllocation(this.#pool, source, id);
    const own = [...this.#owned, ...(this.#loading?.shards ?? [])];
    if (own.some(({ shard }) => !allocation.owned.includes(shard))) {
      throw new FencingLostError(`Another worker took a shard of ${source}.`);
    }
    const { fairShare } = allocation;
    const missing = Math.min(fairShare - own.length, allocation.free);
    this.#hasFairShare = missing <= 0;
    const spare = Math.min(own.length - fairShare, this.#owned.length);
    if (spare > 0) await this.#release(spare);
    else if (missing > 0 && this.#loading === null) await this.#claim(missing);
    return allocation.sourceFree;
  }

  /** Adopts the shards loaded meanwhile. Call between two transactions. @throws what made the loading fail */
  async addLoaded(): Promise<void> {
    const loaded = this.#loading?.loaded ?? null;
    if (loaded === null) return;
    this.#loading = null;
    await this.#replace([...this.#owned, ...loaded]);
  }

  /** Stops loading. */
  async close(): Promise<void> {
    await this.#loading?.stop();
  }

  /** Marks an erased account: the next `removeErasedUsers` removes its thresholds. */
  markErased(uid: string): void {
    this.#erased.onNotification(uid);
  }

  /** Marks accounts whose erasure was notified and did not arrive. */
  findErasedUsers(): Promise<void> {
    return this.#erased.poll(this.#pool);
  }

  /**
   * Removes the thresholds of erased accounts from memory. Call between two transactions, after the commands: one of
   * them may have been read just before the erasure.
   */
  removeErasedUsers(): void {
    if (this.#erased.isEmpty) return;
    const erased = this.#erased.createFilter();
    for (const { state } of this.#owned) state.engine.removeOwned(erased);
    // Shards being loaded may contain them too.
    if (this.#loading === null) this.#erased.clear();
  }

  /** Whether a kick-off that is not handled yet has passed, by the clock of this process; a replay has no kick-offs. */
  hasPassedKickoff(): boolean {
    const now = this.#nowMs();
    return this.#kickoffs.some(({ atMs }) => atMs <= now);
  }

  /** Matches whose kick-off has passed and is not handled. @param instant by the database's clock, which may be behind ours */
  matchesPastKickoff(instant: Date): string[] {
    const past = this.#kickoffs.filter(({ atMs }) => atMs <= instant.getTime());
    return past.map(({ matchId }) => matchId);
  }

  /** All their thresholds are paused. */
  markKickoffsHandled(matchIds: ReadonlySet<string>): void {
    this.#kickoffs = this.#kickoffs.filter(({ matchId }) => !matchIds.has(matchId));
  }

  /**
   * Adds new collectibles of its matches. None of them has a price yet, as prices of an owned shard are applied only
   * here.
   */
  async addNewCollectibles(db: Database): Promise<void> {
    const { source, shards } = this.shardSet;
    for (const item of await loadEngineCollectibles(db, source, shards, { unpriced: true })) {
      const owned = this.find(item.shard);
      if (owned === undefined) continue;
      owned.state.addCollectible(item);
      this.#shardById.set(item.id, owned);
    }
    this.#kickoffs = await listKickoffs(db, source, shards);
  }

  /** First statement of a transaction that writes thresholds. @throws FencingLostError */
  async assertFencing(db: Database): Promise<void> {
    const isOwner = await lockShards(db, this.#membership.source, this.#owned);
    if (!isOwner) throw new FencingLostError('Another worker owns some of these shards.');
  }

  /** First statement of the transaction that applies a reading. @throws FencingLostError */
  async advance(
    db: Database,
    group: readonly OwnedShard[],
    reading: ReadingPosition,
  ): Promise<void> {
    const isOwner = await advanceShards(db, this.#membership.source, group, reading);
    if (!isOwner) throw new FencingLostError('Another worker owns some of these shards.');
  }

  async #claim(limit: number): Promise<void> {
    const { id, source } = this.#membership;
    const claimed = await claimShards(this.#pool, source, id, limit);
    if (claimed.length === 0) return;
    const loading = new ShardLoader(this.#pool, source, claimed, this.#onPage);
    this.#loading = loading;
    void loading.done.then(this.#onLoaded);
  }

  async #release(count: number): Promise<void> {
    const released = this.#owned.slice(-count).map(({ shard }) => shard);
    await this.#replace(this.#owned.slice(0, -count));
    await releaseShards(this.#pool, this.#membership.id, released);
  }

  async #replace(shards: readonly OwnedShard[]): Promise<void> {
    this.#owned = shards;
    this.#shardById = new Map(
      shards.flatMap((owned) =>
        Array.from(owned.state.collectibles.keys(), (id): [string, OwnedShard] => [id, owned]),
      ),
    );
    const { source, shards: numbers } = this.shardSet;
    this.#kickoffs = await listKickoffs(this.#pool, source, numbers);
  }
}
