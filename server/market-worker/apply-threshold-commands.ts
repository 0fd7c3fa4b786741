/**
 * Applies threshold commands that are due between two readings: a start is the threshold's creation, and at the end of a
 * snooze its new version (docs/alerts.md, rules 4 and 5).
 */
import type pg from 'pg';
import { initialThresholdState } from '#domain/crossing.ts';
import type { NewAlert } from '../db/market/reading-writes.ts';
import {
  type DueCommand,
  type DueCursor,
  firstDue,
  hasDueCommands,
  listDueCommands,
  listOwnersOfDueCommands,
  markCommandsApplied,
  markStarted,
  markStopped,
  type StartedState,
} from '../db/market/threshold-commands.ts';
import {
  type MarketPauseReason,
  marketPauseReasons,
  pauseThresholds,
  type RowVersion,
} from '../db/market/threshold-pauses.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockOwnersSkipLocked } from '../db/users/users.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { MarketMetrics } from './market-options.ts';
import type { OwnedShards } from './owned-shards.ts';
import { loadHistories, type ShardState, toEngineThreshold, toRows } from './shard-state.ts';
import { insertAlertsAndChecks } from './store-alerts.ts';

/** What a gap between two readings could not do: `more` pages, or only what others had `locked`. */
export type Unfinished = 'more' | 'locked' | null;

/** A gap takes no longer than this and a page: the next reading waits for it. */
const gapMs = 100;
export const gapDeadline = (): number => performance.now() + gapMs;

export interface CommandContext {
  readonly bus: EventBus;
  readonly shards: OwnedShards;
  readonly metrics: MarketMetrics;
}

/** Commands per transaction: some ten milliseconds of evaluation, so that PostgreSQL does not find it idle. */
const pageSize = 500;

/** Creation instant of a threshold before the market's first reading: the first value is an ordinary evaluation. */
const beforeAnyReading = new Date(0);

/**
 * Applies due commands in pages, until none is left or the gap is over. Commands of accounts that another transaction has
 * locked stay for the next gap: the worker never waits for one person.
 * @param deadlineMs end of the gap, as of `performance.now()`; a page is applied in any case
 * @throws what a commit threw; the shards' memory must then be reloaded
 */
export async function applyCommands(
  pool: pg.Pool,
  context: CommandContext,
  deadlineMs = gapDeadline(),
): Promise<Unfinished> {
  if (!(await hasDueCommands(pool, context.shards.shardSet))) return null;
  let unfinished: Unfinished = null;
  for (let after: DueCursor | null = firstDue; after !== null; ) {
    const page: AppliedPage = await applyPage(pool, context, after);
    if (page.hasLocked) unfinished = 'locked';
    after = page.next;
    if (after !== null && performance.now() >= deadlineMs) return 'more';
  }
  return unfinished;
}

interface AppliedPage {
  /** Some owners were locked. */
  readonly hasLocked: boolean;
  readonly next: DueCursor | null;
}

async function applyPage(
  pool: pg.Pool,
  { shards, metrics, bus }: CommandContext,
  after: DueCursor,
): Promise<AppliedPage> {
  const { alerts, ...page } = await inTransaction(pool, async (client) => {
    await shards.assertFencing(client);
    const due = await listOwnersOfDueCommands(client, shards.shardSet, { after, limit: pageSize });
    const owners = await lockOwnersSkipLocked(client, due.uids);
    // Read after the locks: a concurrent save may have paused or retargeted a threshold that was about to start.
    const commands = await listDueCommands(client, shards.shardSet, { owners, limit: pageSize });
    // A target may be newer than the last reading applied here.
    if (commands.some((command) => hasUnknownTarget(command, shards)))
      await shards.addNewCollectibles(client);
    await loadHistoriesOf(client, commands, shards);
    const outcome = evaluateCommands(commands, shards);
    // First: whether one was running decides what its pause keeps.
    for (const pause of marketPauseReasons) {
      const paused = [...outcome.paused.values()].filter((one) => one.pause === pause);
      await pauseThresholds(client, paused, pause);
    }
    await markStopped(client, [...outcome.stopped.values()]);
    await markStarted(client, [...outcome.started.values()]);
    await markCommandsApplied(
      client,
      commands.map((command) => command.seq),
    );
    bus.live.publish(client, { alerts: await insertAlertsAndChecks(client, outcome.alerts) });
    return {
      alerts: outcome.alerts,
      hasLocked: owners.length < due.uids.length,
      // These owners may have more than a page.
      next: commands.length === pageSize ? after : due.next,
    };
  });
  for (const alert of alerts) metrics.alertsFired.inc({ condition: alert.condition });
  return page;
}

/** Of thresholds that these commands may start. */
async function loadHistoriesOf(
  db: Database,
  commands: readonly DueCommand[],
  shards: OwnedShards,
): Promise<void> {
  for (const [shard, ofShard] of Map.groupBy(commands, (command) => shards.find(command.shard))) {
    if (shard === undefined) continue;
    const { state, marketNow } = shard;
    const missing = ofShard.flatMap(({ threshold }) =>
      state.engine.missingHistories(threshold.rule),
    );
    await loadHistories(db, new Map(missing.map((id) => [id, state])), marketNow);
  }
}

interface Outcome {
  readonly started: Map<number, StartedState>;
  readonly stopped: Map<number, RowVersion>;
  readonly paused: Map<number, RowVersion & { readonly pause: MarketPauseReason }>;
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
    if (obstacle === null && command.isActive) {
      restoreIfRemoved(state, command);
      continue;
    }
    state.engine.remove([key]);
    // The shard of its new match writes the row.
    if (obstacle === 'left') continue;
    started.delete(key);
    if (obstacle !== null) stopped.set(key, { key, version });
    if (obstacle !== null && isMarketPause(obstacle))
      paused.set(key, { key, version, pause: obstacle });
    if (obstacle !== null) continue;
    stopped.delete(key);
    const created = create(state, command, shard.marketNow ?? beforeAnyReading);
    outcome.alerts.push(...created.alerts);
    started.set(key, created.threshold);
  }
  return outcome;
}

/** Its expiry was postponed just when it passed: it goes on from the state that was stored. */
function restoreIfRemoved({ engine }: ShardState, { threshold }: DueCommand): void {
  if (engine.threshold(threshold.key) !== null) return;
  const { armed, base, episode } = threshold;
  engine.restore([{ threshold: toEngineThreshold(threshold), state: { armed, base, episode } }]);
}

type Obstacle = 'stale' | 'left' | 'stopped' | MarketPauseReason;

const isMarketPause = (obstacle: Obstacle): obstacle is MarketPauseReason =>
  marketPauseReasons.some((reason) => reason === obstacle);

/** Why a command does not start its threshold; null = it does. */
function obstacleTo(command: DueCommand, state: ShardState): Obstacle | null {
  const { action, threshold } = command;
  if (command.hasLeftShard) return 'left';
  // A later command covers the version that replaced this one.
  if (action !== 'stop' && command.version !== threshold.version) return 'stale';
  if (action === 'currency_mismatch') return command.pause === null ? 'currency' : 'stopped';
  if (action === 'stop' || !command.mayStart) return 'stopped';
  if (command.kickedOff) return 'kickoff';
  // Readings that arrived before its expiry may still have to be applied to an active one.
  if (command.expired && !command.isActive) return 'expired';
  return hasItsCurrency(command, state) ? null : 'currency';
}

/** Whether the target is missing in the shard's memory. `hasLeftShard`: the target is in another shard. */
function hasUnknownTarget(
  { shard, hasLeftShard, threshold }: DueCommand,
  shards: OwnedShards,
): boolean {
  const state = shards.find(shard)?.state;
  if (state === undefined || hasLeftShard) return false;
  return state.collectiblesOf(threshold.rule.target).length === 0;
}

const hasItsCurrency = ({ threshold }: DueCommand, state: ShardState): boolean =>
  state
    .collectiblesOf(threshold.rule.target)
    .some(({ currency }) => currency === threshold.rule.currency);

function create(state: ShardState, { threshold, keepsState }: DueCommand, activeFrom: Date) {
  const { armed: wasArmed, base: baseBefore, episode: episodeBefore } = threshold;
  const from = keepsState
    ? { armed: wasArmed, base: baseBefore, episode: episodeBefore }
    : initialThresholdState;
  const created = state.engine.create(toEngineThreshold(threshold), activeFrom.getTime(), from);
  const rows = toRows(state, created);
  const { key, version, armed, base, episode } = rows.states.at(-1) ?? { ...threshold, ...from };
  return { alerts: rows.alerts, threshold: { key, version, activeFrom, armed, base, episode } };
}
