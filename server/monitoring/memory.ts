/** A shard's copy of the database: the engine, and the thresholds behind its keys. */
import { type LoadedCollectible, readChangeLogs, readCollectibles } from '../db/engine-load.ts';
import type { AlertRow, ThresholdStateRow } from '../db/market-commit.ts';
import type { Database } from '../db/pool.ts';
import { readEvaluated, type WorkerThreshold } from '../db/worker-thresholds.ts';
import {
  createEngine,
  type Engine,
  type EngineResult,
  type EngineThreshold,
} from '../engine/engine.ts';

export interface Memory {
  readonly engine: Engine;
  readonly collectibles: Map<string, LoadedCollectible>;
  /** By the engine's id. */
  readonly thresholds: Map<string, WorkerThreshold>;
}

/** Shards, and how far each has come. */
type Loaded = readonly { readonly shard: number; readonly marketNow: Date | null }[];

/**
 * Reads everything anew, of all the shards at once; evaluates nothing. Whatever else the process has to do gets its
 * turn between two pages.
 * @throws the signal's reason
 */
export async function loadMemories(
  db: Database,
  source: string,
  loaded: Loaded,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Memory>> {
  const shards = loaded.map(({ shard }) => shard);
  const memories = new Map(
    shards.map((shard): [number, Memory] => [
      shard,
      { engine: createEngine(), collectibles: new Map(), thresholds: new Map() },
    ]),
  );
  const memoryOf = new Map<string, Memory>();
  const matchIn = new Map<string, Memory>();
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
      firstValueAt: item?.firstValueAt?.getTime() ?? null,
      newestAt: item?.newestAt?.getTime() ?? null,
    });
  }
  for await (const page of readEvaluated(db, { source, shards })) {
    signal.throwIfAborted();
    for (const threshold of page) {
      const memory = matchIn.get(threshold.matchId);
      const { armed, base, episode } = threshold;
      const forEngine = engineThreshold(threshold);
      memory?.engine.restore(forEngine, { armed, base, episode });
      memory?.thresholds.set(forEngine.id, threshold);
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
  id: String(threshold.key),
  version: threshold.version,
  currency: threshold.currency,
});

/** Engine's words to rows. */
export function rowsOf(
  memory: Memory,
  { firings, changes }: EngineResult,
): { alerts: AlertRow[]; states: ThresholdStateRow[] } {
  const alerts = firings.flatMap((firing): AlertRow[] => {
    const threshold = memory.thresholds.get(firing.thresholdId);
    if (threshold === undefined) return [];
    const { uid, key, matchId, currency, rule } = threshold;
    return [
      {
        uid,
        thresholdKey: key,
        version: firing.version,
        episode: firing.episode,
        condition: rule.condition,
        ruleValue: rule.value,
        bandBp: rule.bandBp,
        targetKind: rule.target.kind,
        targetId: rule.target.id,
        category: rule.target.kind === 'match' ? rule.target.category : null,
        collectibleId: firing.collectibleId,
        matchId,
        valueCents: firing.valueCents,
        previousCents: firing.previousCents,
        currency,
        observedAt: new Date(firing.observedAt),
        already: firing.already,
      },
    ];
  });
  const states = changes.map(({ thresholdId, version, state }) => ({
    key: Number(thresholdId),
    version,
    armed: state.armed,
    base: state.base,
    episode: state.episode,
  }));
  return { alerts, states };
}
