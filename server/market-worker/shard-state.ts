/** In-memory state of a shard, loaded from the database: its engine and its collectibles. */
import type { Target } from '#domain/threshold.ts';
import {
  type LoadedCollectible,
  loadChangeLogs,
  loadEngineCollectibles,
} from '../db/market/engine-load.ts';
import type { NewAlert, StateRow } from '../db/market/reading-writes.ts';
import { loadActiveThresholds, type WorkerThreshold } from '../db/market/worker-thresholds.ts';
import type { Database } from '../db/pool.ts';
import { Engine } from '../engine/engine.ts';
import type { EngineResult, EngineThreshold } from '../engine/engine-types.ts';

export class ShardState {
  readonly engine = new Engine();
  readonly #collectibles = new Map<string, LoadedCollectible>();
  readonly #byMatch = new Map<string, LoadedCollectible[]>();

  get collectibles(): ReadonlyMap<string, LoadedCollectible> {
    return this.#collectibles;
  }

  /** Known ones are ignored. */
  addCollectible(item: LoadedCollectible): void {
    if (this.#collectibles.has(item.id)) return;
    this.engine.addCollectible(item, item);
    this.#collectibles.set(item.id, item);
    const ofMatch = this.#byMatch.get(item.matchId);
    if (ofMatch === undefined) this.#byMatch.set(item.matchId, [item]);
    else ofMatch.push(item);
  }

  /** Collectibles of a target, whatever their category. */
  collectiblesOf({ kind, id }: Target): readonly LoadedCollectible[] {
    if (kind === 'match') return this.#byMatch.get(id) ?? [];
    const item = this.#collectibles.get(id);
    return item === undefined ? [] : [item];
  }
}

/** Shards with the market time each has reached; null before its first reading. */
type ShardProgress = readonly { readonly shard: number; readonly marketNow: Date | null }[];

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** So many of them are loaded so far. */
  readonly onPage: (what: 'collectibles' | 'thresholds' | 'price histories', count: number) => void;
}

/**
 * Loads the state of several shards at once; evaluates nothing. Yields to the event loop between pages.
 * @throws the signal's reason
 */
export async function loadShardStates(
  db: Database,
  source: string,
  progress: ShardProgress,
  { signal, onPage }: LoadOptions,
): Promise<ReadonlyMap<number, ShardState>> {
  const shards = progress.map(({ shard }) => shard);
  const states = new Map(shards.map((shard): [number, ShardState] => [shard, new ShardState()]));
  const stateOfMatch = new Map<string, ShardState>();
  const items = await loadEngineCollectibles(db, source, shards);
  for (const item of items) {
    const state = states.get(item.shard);
    if (state === undefined) continue;
    state.addCollectible(item);
    stateOfMatch.set(item.matchId, state);
  }
  onPage('collectibles', items.length);
  const missing = new Map<string, ShardState>();
  let count = 0;
  // Interned: the uid of an owner of many thresholds is stored once.
  const uids = new Map<string, string>();
  for await (const page of loadActiveThresholds(db, { source, shards })) {
    signal.throwIfAborted();
    count += page.length;
    onPage('thresholds', count);
    const ofState = Map.groupBy(page, ({ matchId }) => stateOfMatch.get(matchId));
    for (const [state, thresholds] of ofState) {
      state?.engine.restore(
        thresholds.map((threshold) => {
          const { uid, armed, base, episode } = threshold;
          if (!uids.has(uid)) uids.set(uid, uid);
          return {
            threshold: toEngineThreshold(threshold, uids.get(uid)),
            state: { armed, base, episode },
          };
        }),
      );
      if (state === undefined) continue;
      for (const { rule } of thresholds)
        for (const id of state.engine.missingHistories(rule)) missing.set(id, state);
    }
  }
  await loadHistories(db, missing, earliestMarketNow(progress), { signal, onPage });
  return states;
}

/** @param missing by collectible @throws the signal's reason */
export async function loadHistories(
  db: Database,
  missing: ReadonlyMap<string, ShardState>,
  marketNow: Date | null,
  { signal, onPage }: Partial<LoadOptions> = {},
): Promise<void> {
  let count = 0;
  for await (const [id, changes] of loadChangeLogs(db, [...missing.keys()], marketNow)) {
    signal?.throwIfAborted();
    missing.get(id)?.engine.loadHistory(id, changes);
    count += 1;
    onPage?.('price histories', count);
  }
}

/** The earliest market time; null when one shard has none. */
function earliestMarketNow(progress: ShardProgress): Date | null {
  const known = progress.flatMap(({ marketNow }) =>
    marketNow === null ? [] : [marketNow.getTime()],
  );
  return known.length < progress.length ? null : new Date(Math.min(...known));
}

export function toEngineThreshold(
  { key: id, version, uid, rule }: WorkerThreshold,
  owner = uid,
): EngineThreshold {
  const { target, condition, value, bandBp, currency } = rule;
  return { id, version, owner, target, condition, value, bandBp, currency };
}

/**
 * Converts an engine result to database rows.
 * @throws RangeError when a firing's owner or match is unknown: an alert must not be dropped silently
 */
export function toRows(
  state: ShardState,
  { firings, changes }: EngineResult,
): { alerts: NewAlert[]; states: StateRow[] } {
  const alerts = firings.map((firing): NewAlert => {
    const { thresholdId, collectibleId } = firing;
    const threshold = state.engine.threshold(thresholdId);
    const matchId = state.collectibles.get(collectibleId)?.matchId;
    if (threshold?.owner === undefined || matchId === undefined)
      throw new RangeError(`no owner or match for a firing of threshold ${thresholdId}`);
    const { owner: uid, target, condition, value, bandBp, currency } = threshold;
    return {
      uid,
      thresholdKey: thresholdId,
      version: firing.version,
      episode: firing.episode,
      condition,
      ruleValue: value,
      bandBp,
      targetKind: target.kind,
      targetId: target.id,
      category: target.kind === 'match' ? target.category : null,
      collectibleId,
      matchId,
      valueCents: firing.valueCents,
      previousCents: firing.previousCents,
      currency,
      observedAt: new Date(firing.observedAtMs),
      already: firing.already,
    };
  });
  const states = changes.map(({ thresholdId, version, state: { armed, base, episode } }) => ({
    key: thresholdId,
    version,
    armed,
    base,
    episode,
  }));
  return { alerts, states };
}
