/** Takes thresholds in and out between two readings; taking one in is its creation (alerts.md, rules 4 and 5). */
import type pg from 'pg';
import { type AlertRow, notifyLive } from '../db/market-commit.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  hasDueCommands,
  type MarketPause,
  markCommandsApplied,
  markStarted,
  markStopped,
  pauseThresholds,
  readAimedAt,
  readDueCommands,
  readToClose,
  type StartedThreshold,
  type WaitingCommand,
} from '../db/worker-thresholds.ts';
import { assertLease, type Lease } from './lease.ts';
import type { MarketMetrics } from './market.ts';
import { engineThreshold, type Memory, rowsOf } from './memory.ts';
import { tellOwners } from './tell-owners.ts';

export interface CommandContext {
  readonly memory: Memory;
  readonly lease: Lease;
  readonly metrics: MarketMetrics;
  /** null before the first reading: the first value will then be an ordinary evaluation. */
  readonly marketNow: Date | null;
}

/** The creation instant of a threshold older than its market. */
const beforeAnyReading = new Date(0);

/** @throws whatever the commit threw; the memory must then be loaded anew */
export async function applyCommands(pool: pg.Pool, context: CommandContext): Promise<void> {
  if (!(await hasDueCommands(pool))) return;
  const { memory, lease, metrics } = context;
  const at = context.marketNow ?? beforeAnyReading;
  const alerts = await inTransaction(pool, async (client) => {
    await assertLease(client, lease);
    const commands = await readDueCommands(client, lease.source);
    const started = new Map<number, StartedThreshold>();
    const stopped = new Set<number>();
    const held: Record<MarketPause, number[]> = { inicio: [], moneda: [] };
    const told: AlertRow[] = [];
    for (const command of commands) {
      const { key } = command.threshold;
      const obstacle = obstacleTo(command, memory);
      if (obstacle === 'stale') continue;
      memory.engine.remove(String(key));
      memory.thresholds.delete(String(key));
      started.delete(key);
      if (obstacle !== null) stopped.add(key);
      if (obstacle === 'inicio' || obstacle === 'moneda') held[obstacle].push(key);
      if (obstacle !== null) continue;
      stopped.delete(key);
      const { alerts, state } = create(memory, command, at);
      told.push(...alerts);
      started.set(key, state);
    }
    await markStopped(client, [...stopped]);
    await markStarted(client, at, [...started.values()]);
    await pauseThresholds(client, held.inicio, 'inicio');
    await pauseThresholds(client, held.moneda, 'moneda');
    await markCommandsApplied(
      client,
      commands.map((command) => command.seq),
    );
    await notifyLive(client, await tellOwners(client, told));
    return told;
  });
  for (const alert of alerts) metrics.alertsFired.inc({ condition: alert.condition });
}

type Obstacle = 'stale' | 'stopped' | MarketPause;

/** Why a command does not start its threshold; null = it does. */
function obstacleTo(command: WaitingCommand, memory: Memory): Obstacle | null {
  const { action, threshold } = command;
  // A later command speaks for the version that has replaced this one.
  if (action === 'start' && command.version !== threshold.version) return 'stale';
  if (action === 'stop' || !command.free) return 'stopped';
  if (command.kickedOff) return 'inicio';
  return hasItsCurrency(command, memory) ? null : 'moneda';
}

function hasItsCurrency({ threshold }: WaitingCommand, memory: Memory): boolean {
  const { target } = threshold.rule;
  for (const item of memory.collectibles.values()) {
    const aimedAt = target.kind === 'collectible' ? item.id : item.matchId;
    if (aimedAt === target.id && item.currency === threshold.currency) return true;
  }
  return false;
}

function create(memory: Memory, { threshold }: WaitingCommand, at: Date) {
  const fresh = { ...threshold, armed: true, base: null, episode: 0 };
  const forEngine = engineThreshold(fresh);
  memory.thresholds.set(forEngine.id, fresh);
  const rows = rowsOf(memory, memory.engine.create(forEngine, at.getTime()));
  const { key, version, armed, base, episode } = rows.states.at(-1) ?? fresh;
  return { alerts: rows.alerts, state: { key, version, armed, base, episode } };
}

/** At kick-off a threshold closes itself and says so. */
export function closeStarted(pool: pg.Pool, context: CommandContext): Promise<void> {
  return hold(pool, context, 'inicio', (client) => readToClose(client, context.lease.source));
}

/** A collectible that came in another currency can no longer be compared (rule 6). */
export function holdForeign(
  pool: pg.Pool,
  context: CommandContext,
  collectibleIds: readonly string[],
): Promise<void> {
  if (collectibleIds.length === 0) return Promise.resolve();
  return hold(pool, context, 'moneda', (client) => readAimedAt(client, collectibleIds));
}

async function hold(
  pool: pg.Pool,
  { memory, lease }: CommandContext,
  pausa: MarketPause,
  find: (client: pg.PoolClient) => Promise<number[]>,
): Promise<void> {
  const keys = await inTransaction(pool, async (client) => {
    await assertLease(client, lease);
    return pauseThresholds(client, await find(client), pausa);
  });
  for (const key of keys) {
    memory.engine.remove(String(key));
    memory.thresholds.delete(String(key));
  }
}
