/** Applies threshold commands between two readings; a start is the threshold's creation (docs/alerts.md, rules 4 and 5). */
import type pg from 'pg';
import { type NewAlert, notifyLive } from '../db/market/reading-writes.ts';
import {
  type DueCommand,
  hasDueCommands,
  listDueCommands,
  listOwnersOfDueCommands,
  listThresholdsPastKickoff,
  type MarketPauseReason,
  markCommandsApplied,
  markStarted,
  markStopped,
  pauseThresholds,
  type StartedThreshold,
  type ThresholdVersion,
  transactionNow,
  type WorkerThreshold,
} from '../db/market/worker-thresholds.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockOwners } from '../db/users/users.ts';
import type { MarketMetrics } from './market-options.ts';
import type { OwnedShards } from './owned-shards.ts';
import { type ShardState, toEngineThreshold, toRows } from './shard-state.ts';
import { insertAlertsAndChecks } from './store-alerts.ts';

export interface CommandContext {
  readonly shards: OwnedShards;
  readonly metrics: MarketMetrics;
}

/** Creation instant of a threshold before the market's first reading: the first value is an ordinary evaluation. */
const beforeAnyReading = new Date(0);

/** @throws what the commit threw; the shards' memory must then be reloaded */
export async function applyCommands(pool: pg.Pool, context: CommandContext): Promise<void> {
  const { shards, metrics } = context;
  if (!(await hasDueCommands(pool, shards.shardSet))) return;
  const alerts = await inTransaction(pool, async (client) => {
    await shards.assertFencing(client);
    const owners = await listOwnersOfDueCommands(client, shards.shardSet);
    await lockOwners(client, owners);
    // Read after the locks: a concurrent save may have paused or retargeted a threshold that was about to start.
    const commands = await listDueCommands(client, shards.shardSet, owners);
    // A target may be newer than the last reading applied here.
    if (commands.some((command) => hasUnknownTarget(command, shards)))
      await shards.addNewCollectibles(client);
    const outcome = evaluateCommands(commands, shards);
    await markStopped(client, [...outcome.stopped.values()]);
    await markStarted(client, [...outcome.started.values()]);
    for (const pauseReason of ['inicio', 'moneda'] as const) {
      const paused = [...outcome.paused.values()].filter((one) => one.pauseReason === pauseReason);
      await pauseThresholds(client, paused, pauseReason);
    }
    await markCommandsApplied(
      client,
      commands.map((command) => command.seq),
    );
    await notifyLive(client, await insertAlertsAndChecks(client, outcome.alerts));
    return outcome.alerts;
  });
  for (const alert of alerts) metrics.alertsFired.inc({ condition: alert.condition });
}

interface Outcome {
  readonly started: Map<number, StartedThreshold>;
  readonly stopped: Map<number, ThresholdVersion>;
  readonly paused: Map<number, ThresholdVersion & { readonly pauseReason: MarketPauseReason }>;
  readonly alerts: NewAlert[];
}

function evaluateCommands(commands: readonly DueCommand[], shards: OwnedShards): Outcome {
  const outcome: Outcome = {
    started: new Map(),
    stopped: new Map(),
    paused: new Map(),
    alerts: [],
  };
  const { started, stopped, paused } = outcome;
  for (const command of commands) {
    const { key, version } = command.threshold;
    const shard = shards.find(command.shard);
    if (shard === undefined) continue;
    const { state } = shard;
    // A pause by one command holds for the rest of the batch: the others were read before it.
    const obstacle = paused.has(key) ? 'stopped' : obstacleTo(command, state);
    if (obstacle === 'stale') continue;
    state.engine.remove(key);
    // The shard of its new match writes the row.
    if (obstacle === 'left') continue;
    started.delete(key);
    if (obstacle !== null) stopped.set(key, { key, version });
    if (obstacle === 'inicio' || obstacle === 'moneda')
      paused.set(key, { key, version, pauseReason: obstacle });
    if (obstacle !== null) continue;
    stopped.delete(key);
    const created = create(state, command, shard.marketNow ?? beforeAnyReading);
    outcome.alerts.push(...created.alerts);
    started.set(key, created.threshold);
  }
  return outcome;
}

type Obstacle = 'stale' | 'left' | 'stopped' | MarketPauseReason;

/** Why a command does not start its threshold; null = it does. */
function obstacleTo(command: DueCommand, state: ShardState): Obstacle | null {
  const { action, threshold } = command;
  if (command.hasLeftShard) return 'left';
  // A later command covers the version that replaced this one.
  if (action !== 'stop' && command.version !== threshold.version) return 'stale';
  if (action === 'currency_mismatch') return command.pauseReason === null ? 'moneda' : 'stopped';
  if (action === 'stop' || !command.mayStart) return 'stopped';
  if (command.kickedOff) return 'inicio';
  return hasItsCurrency(command, state) ? null : 'moneda';
}

/** Whether the target is missing in the shard's memory. `hasLeftShard`: the target is in another shard. */
function hasUnknownTarget(
  { shard, hasLeftShard, threshold }: DueCommand,
  shards: OwnedShards,
): boolean {
  const state = shards.find(shard)?.state;
  return state !== undefined && !hasLeftShard && !targetItems(state, threshold).next().value;
}

function hasItsCurrency({ threshold }: DueCommand, state: ShardState): boolean {
  for (const item of targetItems(state, threshold)) {
    if (item.currency === threshold.currency) return true;
  }
  return false;
}

/** Collectibles of a threshold's target, whatever their category. */
function* targetItems(state: ShardState, { rule: { target } }: WorkerThreshold) {
  for (const item of state.collectibles.values()) {
    if (target.id === (target.kind === 'collectible' ? item.id : item.matchId)) yield item;
  }
}

function create(state: ShardState, { threshold }: DueCommand, activeFrom: Date) {
  const initial = { ...threshold, armed: true, base: null, episode: 0 };
  const rows = toRows(state, state.engine.create(toEngineThreshold(initial), activeFrom.getTime()));
  const { key, version, armed, base, episode } = rows.states.at(-1) ?? initial;
  return { alerts: rows.alerts, threshold: { key, version, activeFrom, armed, base, episode } };
}

/** Pauses the thresholds of matches that have kicked off. */
export async function pauseThresholdsPastKickoff(
  pool: pg.Pool,
  { shards }: CommandContext,
): Promise<void> {
  const { keys, now } = await inTransaction(pool, async (client) => {
    await shards.assertFencing(client);
    const now = await transactionNow(client);
    const found = await listThresholdsPastKickoff(client, shards.shardSet);
    await lockOwners(client, [...new Set(found.map(({ uid }) => uid))]);
    // An edited version is not paused here but by its own start, unless it targets another match by now.
    return { keys: await pauseThresholds(client, found, 'inicio'), now };
  });
  shards.markKickoffsHandled(now);
  for (const { state } of shards.all) {
    for (const key of keys) {
      state.engine.remove(key);
    }
  }
}
