/** One acknowledged reading: prices, states, alerts, checks and market now in one transaction (alerts.md, rule 7). */
import type pg from 'pg';
import {
  type ChangeRow,
  type CollectibleUpdate,
  insertPriceChanges,
  markApplied,
  notifyLive,
  updateCollectibles,
  updateThresholdStates,
} from '../db/market-commit.ts';
import type { Database } from '../db/pool.ts';
import { readNamedBefore, type StoredReading } from '../db/readings.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AppliedReading, Tick } from '../engine/engine.ts';
import { assertLease, type Lease } from './lease.ts';
import { pricePayloads } from './live-payloads.ts';
import type { MarketMetrics } from './market.ts';
import { type Memory, rowsOf } from './memory.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * @throws whatever the commit threw; the memory is then ahead of the database and must be loaded anew
 */
export async function applyReading(
  pool: pg.Pool,
  { memory, lease, metrics }: { memory: Memory; lease: Lease; metrics: MarketMetrics },
  reading: StoredReading,
): Promise<void> {
  const { observedAt } = reading;
  const outcome = memory.engine.apply({
    observedAt: observedAt.getTime(),
    kind: 'changes',
    ticks: reading.ticks.map(([collectibleId, floorCents]) => ({ collectibleId, floorCents })),
  });
  const { alerts, states } = rowsOf(memory, outcome);
  await inTransaction(pool, async (client) => {
    await assertLease(client, lease);
    const late = await lateTicks(client, lease.source, reading, outcome.late);
    const repeated = outcome.duplicates.length + outcome.late.length - late.length;
    const alreadyThere = await insertPriceChanges(client, [
      ...outcome.floors.map((floor) => changeRow(floor, observedAt, false)),
      ...late.map((tick) => changeRow(tick, observedAt, true)),
    ]);
    if (repeated + alreadyThere > 0) {
      metrics.ticksRejected.inc({ reason: 'duplicate' }, repeated + alreadyThere);
    }
    await updateCollectibles(client, observedAt, collectibleUpdates(reading, outcome));
    await updateThresholdStates(client, states);
    const told = await tellOwners(client, alerts);
    await markApplied(client, lease.source, reading);
    const prices = outcome.floors.map(({ collectibleId, floorCents }) => ({
      collectibleId,
      matchId: memory.collectibles.get(collectibleId)?.matchId ?? '',
      floorCents,
    }));
    await notifyLive(client, [...pricePayloads(prices, observedAt), ...told]);
  });
  metrics.readingsApplied.inc();
  metrics.ticksAccepted.inc(reading.ticks.length);
  for (const alert of alerts) metrics.alertsFired.inc({ condition: alert.condition });
}

/** Late, and not merely said again: an earlier delivery of that instant may have named them already. */
async function lateTicks(
  db: Database,
  source: string,
  reading: StoredReading,
  late: readonly Tick[],
): Promise<readonly Tick[]> {
  // What a late complete reading does not mention says nothing about a market that has moved on.
  const spoken =
    reading.kind === 'complete' ? late.filter((tick) => tick.floorCents !== null) : late;
  if (spoken.length === 0) return [];
  const named = await readNamedBefore(db, source, reading);
  return spoken.filter((tick) => !named.has(tick.collectibleId));
}

const changeRow = (tick: Tick, observedAt: Date, late: boolean): ChangeRow => ({
  collectibleId: tick.collectibleId,
  observedAt,
  floorCents: tick.floorCents,
  late,
});

function collectibleUpdates(reading: StoredReading, outcome: AppliedReading): CollectibleUpdate[] {
  const refused = new Set(
    [...outcome.late, ...outcome.duplicates].map((tick) => tick.collectibleId),
  );
  const changed = new Set(outcome.floors.map((floor) => floor.collectibleId));
  return reading.ticks
    .filter(([id]) => !refused.has(id))
    .map(([id, floorCents, listings, lastSaleCents]) => ({
      id,
      floorCents,
      listings,
      lastSaleCents,
      changed: changed.has(id),
    }));
}
