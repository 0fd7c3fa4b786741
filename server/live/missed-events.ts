/**
 * Finds what was committed and whose notification was lost, as when a process dies just after its commit. Prices: each
 * reading is announced last with its shards; a shard whose stored position was ahead of that for a whole interval has
 * changes that did not arrive. Alerts: the newest ones of the users here are read again; the hub drops those it has sent.
 */
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { findNewestAlertId, listAlertIdsAfter } from '../db/alerts/alerts.ts';
import {
  listFloorsChangedAfter,
  listShardPositions,
  type ShardPosition,
} from '../db/market/current-floors.ts';
import type { Database } from '../db/pool.ts';
import type { LiveHub } from './hub.ts';

const pollEveryMs = 1_000;
/** Alerts are committed in another order than that of their ids: none takes longer from its id to its commit. */
const alertOverlapMs = 15_000;

export class MissedEvents {
  readonly #db: Database;
  readonly #hub: Pick<LiveHub, 'sendMissed' | 'alertUids'>;
  /** By source and shard: the last reading everything of which has arrived. */
  readonly #received = new Map<string, number>();
  /** By source and shard: stored positions at the last poll. */
  #stored = new Map<string, number>();
  /** Newest alert ids, oldest first: the first is `alertOverlapMs` old once there are enough. */
  #alertIds: { readonly atMs: number; readonly id: number }[] = [];
  #loop: Loop | null = null;

  constructor(db: Database, hub: Pick<LiveHub, 'sendMissed' | 'alertUids'>) {
    this.#db = db;
    this.#hub = hub;
  }

  /** @param onFailure the next poll reads what this one could not */
  start(onFailure: (error: unknown) => void): void {
    const poll = () => this.poll().then(() => pollEveryMs);
    this.#loop = startLoop(poll, { retryMs: pollEveryMs, onFailure });
  }

  async close(): Promise<void> {
    await this.#loop?.close();
  }

  onApplied(source: string, readingId: number, shards: readonly number[]): void {
    for (const shard of shards) this.#receive(`${source} ${shard}`, readingId);
  }

  /** @throws the database's error */
  async poll(): Promise<void> {
    const positions = await listShardPositions(this.#db);
    const due = this.#stored;
    this.#stored = new Map(positions.map((one) => [keyOf(one), one.position]));
    for (const one of positions) {
      const key = keyOf(one);
      const received = this.#received.get(key);
      // What precedes the first poll, clients load by HTTP.
      if (received === undefined) this.#received.set(key, this.#lowest(one) ?? one.position);
      else if (received < (due.get(key) ?? 0)) await this.#sendFloors(one, received);
    }
    await this.#sendAlerts();
  }

  async #sendFloors(stored: ShardPosition, received: number): Promise<void> {
    await this.#hub.sendMissed(
      await listFloorsChangedAfter(this.#db, { ...stored, position: received }),
      [],
    );
    this.#receive(keyOf(stored), stored.position);
  }

  async #sendAlerts(): Promise<void> {
    const atMs = performance.now();
    this.#alertIds.push({ atMs, id: await findNewestAlertId(this.#db) });
    const recent = this.#alertIds.findLastIndex((one) => one.atMs <= atMs - alertOverlapMs);
    this.#alertIds.splice(0, recent);
    const [{ id } = { id: 0 }] = this.#alertIds;
    const uids = this.#hub.alertUids;
    if (uids.length === 0 || id === this.#alertIds.at(-1)?.id) return;
    await this.#hub.sendMissed([], await listAlertIdsAfter(this.#db, uids, id));
  }

  /** Of a shard that another was split into: what has arrived of the least of its source. */
  #lowest({ source }: ShardPosition): number | undefined {
    const known = [...this.#received].filter(([key]) => key.startsWith(`${source} `));
    return known.length === 0 ? undefined : Math.min(...known.map(([, received]) => received));
  }

  #receive(key: string, readingId: number): void {
    this.#received.set(key, Math.max(this.#received.get(key) ?? 0, readingId));
  }
}

const keyOf = ({ source, shard }: ShardPosition) => `${source} ${shard}`;
