/**
 * Applies one acknowledged reading to all of a worker's shards that have not applied it: prices, threshold states,
 * alerts, pending checks and shard positions, in one transaction (docs/alerts.md, rule 7).
 */
import type pg from 'pg';
import { refreshRollups } from '../db/market/price-rollups.ts';
import {
  type CollectibleUpdate,
  insertPriceChanges,
  insertSales,
  type NewAlert,
  type NewSale,
  type StateRow,
  storeLastSeen,
  storePrices,
  updateThresholdStates,
} from '../db/market/reading-writes.ts';
import type { StoredReading } from '../db/market/readings.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Tick } from '../engine/engine-types.ts';
import type { EventBus, PublishedFloor } from '../events/event-bus.ts';
import type { MarketMetrics } from './market-options.ts';
import type { OwnedShard, OwnedShards } from './owned-shards.ts';
import { toRows } from './shard-state.ts';
import { insertAlertsAndChecks } from './store-alerts.ts';

interface ReadingContext {
  readonly shards: OwnedShards;
  readonly metrics: MarketMetrics;
  readonly bus: EventBus;
  /** Of the clock that stamps arrivals; absent = this process's. */
  readonly nowMs?: () => number;
}

/**
 * @throws what the commit threw; the shards' memory is then ahead of the database and must be reloaded
 */
export async function applyReading(
  pool: pg.Pool,
  { shards, metrics, bus, nowMs = Date.now }: ReadingContext,
  reading: StoredReading,
): Promise<void> {
  const { observedAt } = reading;
  const { source } = shards.shardSet;
  const group = shards.all.filter(({ position }) => position < reading.id);
  const numbers = group.map(({ shard }) => shard);
  const outcome = evaluate(shards, group, reading);
  const { alerts, unseenOf } = outcome;
  const isOutOfOrder = group.some(({ marketNow }) => marketNow !== null && observedAt < marketNow);
  await inTransaction(pool, async (client) => {
    await shards.advance(client, group, { ...reading, unseenOf, isLate: isLate(outcome) });
    const late = await newLateTicks(outcome, () =>
      bus.readings.listEarlierDeliveredIds(client, source, reading, numbers),
    );
    const repeated = outcome.duplicates.length + outcome.late.length - late.length;
    const alreadyStored = await insertPriceChanges(
      client,
      late.map((tick) => ({ ...tick, observedAt, late: true })),
    );
    await storePrices(client, observedAt, outcome.updates);
    if (isOutOfOrder)
      await refreshRollups(client, [...outcome.floors, ...late].map(idOf), observedAt);
    if (repeated + alreadyStored > 0) {
      metrics.ticksRejected.inc({ reason: 'duplicate' }, repeated + alreadyStored);
    }
    await storeLastSeen(client, outcome.lastSeen);
    await insertSales(client, outcome.sales);
    await updateThresholdStates(client, outcome.states);
    bus.live.publish(client, {
      prices: { changes: outcome.floors, observedAt },
      alerts: await insertAlertsAndChecks(client, alerts),
      applied: { source, readingId: reading.id, shards: numbers },
    });
  });
  for (const shard of group) {
    shard.position = reading.id;
    if (shard.marketNow === null || observedAt > shard.marketNow) shard.marketNow = observedAt;
    if (unseenOf === null) continue;
    shard.allSeenAt = observedAt;
    shard.unseen = unseenOf.get(shard.shard) ?? [];
  }
  metrics.readingsApplied.inc();
  metrics.readingCommitLatency.observe((nowMs() - reading.arrivedAt.getTime()) / 1_000);
  metrics.ticksAccepted.inc(outcome.ticks);
  metrics.ticksLate.inc(outcome.late.length);
  for (const alert of alerts) metrics.alertsFired.inc({ condition: alert.condition });
}

interface Outcome {
  /** What the reading says of the group's matches: its ticks, and what it has seen unchanged. */
  ticks: number;
  /** As `ReadingPosition` has it. */
  readonly unseenOf: ReadonlyMap<number, readonly string[]> | null;
  /** Of those unseen from this reading on: when they were seen. */
  readonly lastSeen: { readonly id: string; readonly at: Date }[];
  readonly kind: StoredReading['kind'];
  readonly floors: PublishedFloor[];
  readonly late: Tick[];
  readonly duplicates: Tick[];
  readonly updates: CollectibleUpdate[];
  readonly sales: NewSale[];
  readonly alerts: NewAlert[];
  readonly states: StateRow[];
}

function evaluate(
  shards: OwnedShards,
  group: readonly OwnedShard[],
  reading: StoredReading,
): Outcome {
  const unseen = reading.unseen ? new Set(reading.unseen) : null;
  const all: Outcome = {
    kind: reading.kind,
    ticks: 0,
    unseenOf: unseen && Map.groupBy(unseen, (id) => shards.ofCollectible(id)?.shard ?? -1),
    lastSeen: [],
    floors: [],
    late: [],
    duplicates: [],
    updates: [],
    sales: [],
    alerts: [],
    states: [],
  };
  const ticksByShard = Map.groupBy(reading.ticks, ([id]) => shards.ofCollectible(id));
  for (const shard of group) {
    const { state, allSeenAt: at } = shard;
    const stored = ticksByShard.get(shard) ?? [];
    const applied = state.engine.apply({
      observedAtMs: reading.observedAt.getTime(),
      ticks: stored.map(([collectibleId, floorCents]) => ({ collectibleId, floorCents })),
      unseen,
    });
    for (const id of all.unseenOf?.get(shard.shard) ?? [])
      if (at !== null && !shard.unseen.includes(id)) all.lastSeen.push({ id, at });
    const { alerts, states } = toRows(state, applied);
    const rejected = new Set([...applied.late, ...applied.duplicates].map(idOf));
    const changed = new Set(applied.floors.map(idOf));
    all.ticks += stored.length + applied.unchanged;
    append(all.late, applied.late);
    append(all.duplicates, applied.duplicates);
    append(all.alerts, alerts);
    append(all.states, states);
    for (const { collectibleId, floorCents } of applied.floors) {
      const matchId = state.collectibles.get(collectibleId)?.matchId ?? '';
      all.floors.push({ collectibleId, matchId, floorCents });
    }
    for (const [id, floorCents, listings, lastSaleCents, asks = null, sales = []] of stored) {
      // A sale has its own instant: one that comes late counts as much.
      for (const [saleId, soldAtMs, priceCents] of sales)
        all.sales.push({ collectibleId: id, id: saleId, soldAt: new Date(soldAtMs), priceCents });
      if (rejected.has(id)) continue;
      const update = { id, floorCents, listings, lastSaleCents, asks };
      all.updates.push({ ...update, changed: changed.has(id) });
    }
  }
  return all;
}

/** One by one: a crowd of alerts as the arguments of one call is more than a stack holds. */
function append<Item>(list: Item[], added: readonly Item[]): void {
  for (const item of added) list.push(item);
}

/** Whether all prices of a reading were late; null when it had none, which tells nothing. */
const isLate = ({ ticks, late }: Outcome): boolean | null =>
  ticks === 0 ? null : late.length === ticks;

const idOf = (tick: Tick) => tick.collectibleId;

/** Late ticks without repetitions: an earlier delivery of the same instant may have named them already. */
async function newLateTicks(
  { kind, late }: Pick<Outcome, 'kind' | 'late'>,
  listEarlierIds: () => Promise<Set<string>>,
): Promise<readonly Tick[]> {
  // A late complete reading implies no absences: the market has moved on.
  const mentioned = kind === 'complete' ? late.filter((tick) => tick.floorCents !== null) : late;
  if (mentioned.length === 0) return [];
  const named = await listEarlierIds();
  return mentioned.filter((tick) => !named.has(tick.collectibleId));
}
