/** A shard's copy of the database: the engine, which has every threshold, and its collectibles. */
import {
  type LoadedCollectible,
  readChangeLogs,
  readCollectibles,
} from '../db/market/engine-load.ts';
import type { AlertRow, ThresholdStateRow } from '../db/market/reading-writes.ts';
import { readActiveThresholds, type WorkerThreshold } from '../db/market/worker-thresholds.ts';
import type { Database } from '../db/pool.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { EngineResult, EngineThreshold } from '../engine/engine-types.ts';

export interface ShardState {
  readonly engine: Engine;
  readonly collectibles: Map<string, LoadedCollectible>;
}

/** Shards, and how far each has come. */
type Loaded = readonly { readonly shard: number; readonly marketNow: Date | null }[];

/**
 * Reads everything anew, of all the shards at once; evaluates nothing. Whatever else the process has to do gets its
 * turn between two pages.
 * @throws the signal's reason
 */
export async function loadShardStates(
  db: Database,
  source: string,
  loaded: Loaded,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ShardState>> {
  const shards = loaded.map(({ shard }) => shard);
  const memories = new Map(
    shards.map((shard): [number, ShardState] => [
      shard,
      { engine: createEngine(), collectibles: new Map() },
    ]),
  );
  const memoryOf = new Map<string, ShardState>();
  const matchIn = new Map<string, ShardState>();
  for (const item of await readCollectibles(db, source, shards)) {
    const memory = memories.get(item.shard);
    if (memory === undefined) continue;
    memory.engine.addCollectible(item);
    memory.collectibles.set(item.id, item);
    memoryOf.set(item.id, memory);
    matchIn.set(item.matchId, memory);
  }
  for await (const [id, changes] of readChangeLogs(db, [...memoryOf.keys()], oldest(loaded))) {
    signal.throwIfAborted();
    const memory = memoryOf.get(id);
    const item = memory?.collectibles.get(id);
    memory?.engine.loadHistory(id, changes, {
      firstValueAtMs: item?.firstValueAt?.getTime() ?? null,
      newestAtMs: item?.newestAt?.getTime() ?? null,
    });
  }
  // An owner of many thresholds comes with each of them, and is kept once.
  const uids = new Map<string, string>();
  for await (const page of readActiveThresholds(db, { source, shards })) {
    signal.throwIfAborted();
    for (const threshold of page) {
      const memory = matchIn.get(threshold.matchId);
      const { uid, armed, base, episode } = threshold;
      if (!uids.has(uid)) uids.set(uid, uid);
      const forEngine = { ...engineThreshold(threshold), owner: uids.get(uid) };
      memory?.engine.restore(forEngine, { armed, base, episode });
    }
  }
  return memories;
}

/** null once one of them has seen nothing yet. */
function oldest(loaded: Loaded): Date | null {
  const known = loaded.flatMap(({ marketNow }) =>
    marketNow === null ? [] : [marketNow.getTime()],
  );
  return known.length < loaded.length ? null : new Date(Math.min(...known));
}

export const engineThreshold = (threshold: WorkerThreshold): EngineThreshold => ({
  ...threshold.rule,
  id: threshold.key,
  version: threshold.version,
  currency: threshold.currency,
  owner: threshold.uid,
});

/**
 * Engine's words to rows.
 * @throws RangeError when it is not known whose a firing is: an alert left out would be missed without a word
 */
export function toRows(
  memory: ShardState,
  { firings, changes }: EngineResult,
): { alerts: AlertRow[]; states: ThresholdStateRow[] } {
  const alerts = firings.map((firing): AlertRow => {
    const { thresholdId, collectibleId } = firing;
    const threshold = memory.engine.threshold(thresholdId);
    const matchId = memory.collectibles.get(collectibleId)?.matchId;
    if (threshold?.owner === undefined || matchId === undefined)
      throw new RangeError(`nobody is known for a firing of threshold ${thresholdId}`);
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
  const states = changes.map(({ thresholdId, version, state }) => ({
    key: thresholdId,
    version,
    armed: state.armed,
    base: state.base,
    episode: state.episode,
  }));
  return { alerts, states };
}
