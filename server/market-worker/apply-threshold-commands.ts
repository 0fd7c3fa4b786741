/** Takes thresholds in and out between two readings; taking one in is its creation (alerts.md, rules 4 and 5). */
import type pg from 'pg';
import { type AlertRow, notifyLive } from '../db/market/reading-writes.ts';
import {
  hasDueCommands,
  listThresholdsPastKickoff,
  type MarketPause,
  markCommandsApplied,
  markStarted,
  markStopped,
  pauseThresholds,
  readDueCommands,
  readNow,
  readOwnersOfDue,
  type StartedThreshold,
  type ThresholdVersion,
  type WaitingCommand,
  type WorkerThreshold,
} from '../db/market/worker-thresholds.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockOwners } from '../db/users/users.ts';
import type { MarketMetrics } from './market-options.ts';
import type { OwnedShards } from './owned-shards.ts';
import { engineThreshold, type ShardState, toRows } from './shard-state.ts';
import { insertAlertsAndChecks } from './store-alerts.ts';

export interface CommandContext {
  readonly held: OwnedShards;
  readonly metrics: MarketMetrics;
}

/** The creation instant of a threshold older than its market: the first value will be an ordinary evaluation. */
const beforeAnyReading = new Date(0);

/** @throws whatever the commit threw; the memory must then be loaded anew */
export async function applyCommands(pool: pg.Pool, context: CommandContext): Promise<void> {
  const { held, metrics } = context;
  if (!(await hasDueCommands(pool, held.set))) return;
  const alerts = await inTransaction(pool, async (client) => {
    await held.assertFencing(client);
    const owners = await readOwnersOfDue(client, held.set);
    await lockOwners(client, owners);
    // Only now: a save that was in hand may have paused, or aimed elsewhere, what was about to start or to be held.
    const commands = await readDueCommands(client, held.set, owners);
    // Its target may be newer than the last reading applied here.
    if (commands.some((command) => aimsAtNews(command, held)))
      await held.addNewCollectibles(client);
    const outcome = carryOut(commands, held);
    await markStopped(client, [...outcome.stopped.values()]);
    await markStarted(client, [...outcome.started.values()]);
    for (const pausa of ['inicio', 'moneda'] as const) {
      const paused = [...outcome.paused.values()].filter((one) => one.pausa === pausa);
      await pauseThresholds(client, paused, pausa);
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
  readonly paused: Map<number, ThresholdVersion & { readonly pausa: MarketPause }>;
  readonly alerts: AlertRow[];
}

function carryOut(commands: readonly WaitingCommand[], held: OwnedShards): Outcome {
  const outcome: Outcome = {
    started: new Map(),
    stopped: new Map(),
    paused: new Map(),
    alerts: [],
  };
  const { started, stopped, paused } = outcome;
  for (const command of commands) {
    const { key, version } = command.threshold;
    const shard = held.find(command.shard);
    if (shard === undefined) continue;
    const { memory } = shard;
    // What one of them holds back, another of the same batch does not let go: it was read before either.
    const obstacle = paused.has(key) ? 'stopped' : obstacleTo(command, memory);
    if (obstacle === 'stale') continue;
    memory.engine.remove(key);
    // The match it now aims at has the word over what is stored of it.
    if (obstacle === 'left') continue;
    started.delete(key);
    if (obstacle !== null) stopped.set(key, { key, version });
    if (obstacle === 'inicio' || obstacle === 'moneda')
      paused.set(key, { key, version, pausa: obstacle });
    if (obstacle !== null) continue;
    stopped.delete(key);
    const { alerts, state } = create(memory, command, shard.marketNow ?? beforeAnyReading);
    outcome.alerts.push(...alerts);
    started.set(key, state);
  }
  return outcome;
}

type Obstacle = 'stale' | 'left' | 'stopped' | MarketPause;

/** Why a command does not start its threshold; null = it does. */
function obstacleTo(command: WaitingCommand, memory: ShardState): Obstacle | null {
  const { action, threshold } = command;
  if (command.leaves) return 'left';
  // A later command speaks for the version that has replaced this one.
  if (action !== 'stop' && command.version !== threshold.version) return 'stale';
  if (action === 'foreign') return command.pausa === null ? 'moneda' : 'stopped';
  if (action === 'stop' || !command.free) return 'stopped';
  if (command.kickedOff) return 'inicio';
  return hasItsCurrency(command, memory) ? null : 'moneda';
}

/** Its target is in another shard's hands only when the command merely ends something here. */
function aimsAtNews({ shard, leaves, threshold }: WaitingCommand, held: OwnedShards): boolean {
  const memory = held.find(shard)?.memory;
  return memory !== undefined && !leaves && !aimedAt(memory, threshold).next().value;
}

function hasItsCurrency({ threshold }: WaitingCommand, memory: ShardState): boolean {
  for (const item of aimedAt(memory, threshold)) {
    if (item.currency === threshold.currency) return true;
  }
  return false;
}

/** What a threshold may look at, category aside. */
function* aimedAt(memory: ShardState, { rule: { target } }: WorkerThreshold) {
  for (const item of memory.collectibles.values()) {
    if (target.id === (target.kind === 'collectible' ? item.id : item.matchId)) yield item;
  }
}

function create(memory: ShardState, { threshold }: WaitingCommand, at: Date) {
  const fresh = { ...threshold, armed: true, base: null, episode: 0 };
  const rows = toRows(memory, memory.engine.create(engineThreshold(fresh), at.getTime()));
  const { key, version, armed, base, episode } = rows.states.at(-1) ?? fresh;
  return { alerts: rows.alerts, state: { key, version, at, armed, base, episode } };
}

/** At kick-off a threshold closes itself and says so. */
export async function closeThresholdsPastKickoff(
  pool: pg.Pool,
  { held }: CommandContext,
): Promise<void> {
  const { keys, now } = await inTransaction(pool, async (client) => {
    await held.assertFencing(client);
    const now = await readNow(client);
    const found = await listThresholdsPastKickoff(client, held.set);
    await lockOwners(client, [...new Set(found.map(({ uid }) => uid))]);
    // An edit that was in hand is closed by its own start, unless it aims at another match by now.
    return { keys: await pauseThresholds(client, found, 'inicio'), now };
  });
  held.closedUntil(now);
  for (const { memory } of held.all) {
    for (const key of keys) {
      memory.engine.remove(key);
    }
  }
}
