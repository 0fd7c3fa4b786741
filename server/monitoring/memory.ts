/** The worker's copy of the database: the engine, the thresholds behind its keys, and market now. */
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
  readonly collectibles: ReadonlyMap<string, LoadedCollectible>;
  readonly currencies: ReadonlyMap<string, string>;
  /** By the engine's id. */
  readonly thresholds: Map<string, WorkerThreshold>;
}

/** Reads everything anew; evaluates nothing. */
export async function loadMemory(db: Database, source: string): Promise<Memory> {
  const engine = createEngine();
  const collectibles = await readCollectibles(db, source);
  for (const item of collectibles) engine.addCollectible(item);
  const byId = new Map(collectibles.map((item) => [item.id, item]));
  for await (const [id, changes] of readChangeLogs(db, [...byId.keys()])) {
    const item = byId.get(id);
    engine.loadHistory(id, changes, {
      firstValueAt: item?.firstValueAt?.getTime() ?? null,
      newestAt: item?.newestAt?.getTime() ?? null,
    });
  }
  const thresholds = new Map<string, WorkerThreshold>();
  for (const threshold of await readEvaluated(db, source)) {
    const { armed, base, episode } = threshold;
    const forEngine = engineThreshold(threshold);
    engine.restore(forEngine, { armed, base, episode });
    thresholds.set(forEngine.id, threshold);
  }
  const currencies = new Map(collectibles.map((item) => [item.id, item.currency]));
  return { engine, collectibles: byId, currencies, thresholds };
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
