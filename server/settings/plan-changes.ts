/**
 * What a write does to a user's settings, as the fewest changes of rows: a threshold starts a new version only if its rule
 * changed, or a pause or snooze ended or began again (docs/alerts.md, rule 5). Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ThresholdChange } from '#contract/thresholds.ts';
import { type Plan, plans } from '#domain/plans.ts';
import {
  futureOf,
  isClosed,
  isPast,
  type PauseReason,
  pauseAt,
  ruleOf,
  type ThresholdDraft,
  type ThresholdRule,
} from '#domain/threshold.ts';
import { expiryPassed, valueRefusal } from '#domain/threshold-refusals.ts';
import { AppError, type FieldError } from '../base/errors.ts';
import type { TargetLookup } from '../db/users/settings-targets.ts';
import type { ChannelChoice } from '../db/users/threshold-channels.ts';
import type { NewCommand, PlacedThreshold, StoredThreshold } from '../db/users/thresholds.ts';
import type { User } from '../db/users/users.ts';
import {
  enforceActiveThresholdLimit,
  enforcePlanAllowsRule,
  enforceSizeLimits,
} from '../plans/plan-limits.ts';
import { toThreshold } from './settings-mapper.ts';

/** What is to change; an absent part stays. */
export interface SettingsWrite {
  /** Made in this order. One of a threshold that no longer exists is left out. */
  readonly changes?: readonly ThresholdChange[];
  readonly partidos?: readonly string[];
  readonly frecuencia?: number;
}

/** What is stored, locked until the transaction ends. */
export interface CurrentSettings {
  readonly user: User;
  readonly thresholds: readonly StoredThreshold[];
}

export type RowChange =
  | {
      readonly kind: 'create';
      readonly id: string;
      readonly threshold: PlacedThreshold;
      readonly start: Start;
    }
  | {
      readonly kind: 'restart';
      readonly key: number;
      readonly threshold: PlacedThreshold;
      /** It is running, and must be stopped until the start. */
      readonly stop: boolean;
      readonly start: Start;
    }
  | {
      readonly kind: 'pause';
      readonly key: number;
      readonly version: number;
      readonly threshold: PlacedThreshold;
      readonly stop: boolean;
    }
  | { readonly kind: 'delete'; readonly key: number; readonly version: number };

type PlacedChange = Exclude<RowChange, { kind: 'delete' }>;

/** At once (null) or at an instant, the end of a snooze; null while paused. */
type Start = Pick<NewCommand, 'dueAt'> | null;

export interface ChangePlan {
  readonly partidos: readonly string[];
  readonly frecuencia: number;
  readonly rows: readonly RowChange[];
  /** Of channels, where it differs: a threshold goes on as it is. */
  readonly choices: readonly ChannelChoice[];
  /** Note and expiry, where they differ: a threshold goes on as it is. */
  readonly details: readonly Pick<StoredThreshold, 'id' | 'note' | 'expiresAt'>[];
  /** Running ones with another expiry. The worker may have removed them from its memory at the one they had. */
  readonly rescheduled: readonly Pick<StoredThreshold, 'key' | 'version'>[];
}

/** A threshold before and after the write; null = none. */
export interface Edit {
  readonly id: string;
  readonly before: StoredThreshold | null;
  readonly after: ThresholdDraft | null;
  /** It is new, and its match joins the watched ones where the plan has room. */
  readonly watch: boolean;
}

/** The changes of a write made one after the other. @throws AppError `conflict` when a created id is taken by another rule */
export function editsOf({ user, thresholds }: CurrentSettings, write: SettingsWrite): Edit[] {
  const storedById = new Map(thresholds.map((threshold) => [threshold.id, threshold]));
  const edits = new Map<string, Edit>();
  for (const change of write.changes ?? []) {
    const { id } = change;
    const before = storedById.get(id) ?? null;
    const edit = edits.get(id);
    const current = edit ? edit.after : before && toThreshold(before, user.readAt);
    if (change.kind !== 'create') {
      if (current === null) continue;
      const after = change.kind === 'delete' ? null : { ...current, ...change.patch };
      edits.set(id, { id, before, after, watch: edit?.watch ?? false });
    } else if (current === null)
      edits.set(id, {
        id,
        before,
        after: change.threshold,
        watch: before === null && (change.watch ?? true),
      });
    else if (!isSameRule(current, change.threshold))
      throw new AppError('conflict', 'Ya tienes otro umbral con ese id.');
  }
  return [...edits.values()];
}

/** Edits whose target must be known. */
export const placedEdits = (edits: readonly Edit[]) =>
  edits.flatMap(({ before, after }) =>
    after !== null && (before === null || !isSameRule(before, after)) ? after : [],
  );

export interface PlanContext {
  readonly targetLookup: TargetLookup;
  /** The user's, mail among them. */
  readonly channelIds: ReadonlySet<string>;
}

/** @throws AppError `plan_limit` when an excess would grow, `validation_failed` with every field that breaks a rule of the domain */
export function planChanges(
  { user, thresholds }: CurrentSettings,
  write: SettingsWrite,
  edits: readonly Edit[],
  { targetLookup, channelIds }: PlanContext,
): ChangePlan {
  const plan = plans[user.plan];
  const context: EditContext = { now: user.readAt, plan, targetLookup };
  const partidos = watchedAfter(user, write, edits, targetLookup);
  const frecuencia = write.frecuencia ?? user.frecuencia;
  const gained = edits.filter(({ before, after }) => before === null && after !== null).length;
  const lost = edits.filter(({ before, after }) => before !== null && after === null).length;
  enforceSizeLimits(
    plan,
    {
      matches: user.partidos.length,
      thresholds: thresholds.length,
      frecuencia: user.frecuencia,
    },
    { matches: partidos.length, thresholds: thresholds.length + gained - lost, frecuencia },
  );

  const errors: FieldError[] = [];
  for (const id of partidos) {
    if (!user.partidos.includes(id) && !targetLookup.hasMatch(id))
      errors.push({ path: 'partidos', message: `No existe el partido ${id}.` });
  }
  const rows: RowChange[] = [];
  const choices: ChannelChoice[] = [];
  const details: ChangePlan['details'][number][] = [];
  const rescheduled: ChangePlan['rescheduled'][number][] = [];
  const isRunning = (threshold: StoredThreshold) => pauseAt(threshold, context.now) === null;
  const runningBefore = thresholds.filter(isRunning).length;
  let running = runningBefore;
  for (const { id, before, after } of edits) {
    const ran = before !== null && isRunning(before);
    if (after === null) {
      if (before !== null) rows.push({ kind: 'delete', key: before.key, version: before.version });
      if (ran) running -= 1;
      continue;
    }
    const addError = (message: string) => errors.push({ path: `umbrales/${id}`, message });
    const row = before
      ? changeOf(before, after, context, addError)
      : creationOf(id, after, context, addError);
    if (row) {
      rows.push(row);
      running += Number(row.threshold.pause === null) - Number(ran);
    }
    const { channels, note, expiresAt } = after;
    if (channels?.some((channel) => !channelIds.has(channel))) addError('Ese canal no existe.');
    if (!isSameChoice(channels, before?.channels ?? null)) choices.push({ id, channels });
    const isRescheduled = expiresAt !== (before?.expiresAt ?? null);
    if (isRescheduled || note !== (before?.note ?? null)) details.push({ id, note, expiresAt });
    if (isRescheduled && !row && before?.expiresAt && before.activeFrom !== null)
      rescheduled.push(before);
  }
  const [first] = errors;
  if (first)
    throw new AppError('validation_failed', first.message, { fields: errors.slice(0, 50) });
  enforceActiveThresholdLimit(plan, runningBefore, running);
  return { partidos, frecuencia, rows, choices, details, rescheduled };
}

/** Those written, and those of new thresholds, in their order, as far as the plan has room (decision 048). */
function watchedAfter(
  { partidos: watched, plan }: User,
  { partidos = watched }: SettingsWrite,
  edits: readonly Edit[],
  targetLookup: TargetLookup,
): string[] {
  const matchIds = edits.flatMap(({ watch, after }) =>
    watch && after !== null ? (targetLookup.find(after.target)?.matchId ?? []) : [],
  );
  if (matchIds.length === 0) return [...new Set(partidos)];
  const room = Math.max(partidos.length, plans[plan].maxMatches ?? Number.POSITIVE_INFINITY);
  return [...new Set([...partidos, ...matchIds])].slice(0, room);
}

/** In whatever order. */
const isSameChoice = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null);

interface EditContext {
  readonly now: Date;
  readonly plan: Plan;
  readonly targetLookup: TargetLookup;
}
type AddError = (message: string) => void;

function creationOf(
  id: string,
  draft: ThresholdDraft,
  context: EditContext,
  addError: AddError,
): PlacedChange | null {
  enforcePlanAllowsRule(context.plan, draft);
  const matchId = validateRule(draft, context, addError);
  const { pause } = draft;
  const hasExpired = isPast(draft.expiresAt, context.now);
  // Deleted or exported after it was closed, and restored.
  if (pause === 'expired' ? !hasExpired : !['kickoff', 'user', null].includes(pause))
    addError(notOwners);
  if (hasExpired && !isClosed(pause)) addError(expiryPassed);
  if (matchId === null) return null;
  const snoozedUntil = futureOf(draft.snoozedUntil, context.now);
  const threshold = { ...draft, matchId, snoozedUntil };
  return { kind: 'create', id, threshold, start: startOf(threshold) };
}

function changeOf(
  before: StoredThreshold,
  draft: ThresholdDraft,
  context: EditContext,
  addError: AddError,
): PlacedChange | null {
  const edited = !isSameRule(before, draft);
  const snoozedBefore = futureOf(before.snoozedUntil, context.now);
  const snoozedUntil = futureOf(draft.snoozedUntil, context.now);
  const isRescheduled = draft.expiresAt !== before.expiresAt;
  if (isRescheduled && isPast(draft.expiresAt, context.now)) {
    addError(expiryPassed);
    return null;
  }
  const pauseBefore = pauseAt(before, context.now);
  // What was read before the expiry may come back.
  if (draft.pause !== null && ![pauseBefore, before.pause, 'user'].includes(draft.pause))
    addError(notOwners);
  const pause = pauseAfter(pauseBefore, draft.pause, { edited, isRescheduled });
  const resumed = pauseBefore !== null && pause === null;
  const snoozeChanged = snoozedBefore !== snoozedUntil;
  if (!edited && pause === pauseBefore && !snoozeChanged) return null;

  let matchId: string | null = before.matchId;
  if (edited) {
    enforcePlanAllowsRule(context.plan, draft);
    matchId = validateRule(ruleOf(draft), context, addError);
    if (matchId === null) return null;
  } else if (resumed) {
    enforcePlanAllowsRule(context.plan, draft);
    if (isPast(before.kickoffAt, context.now)) {
      addError('El partido ya empezó: este umbral está cerrado.');
      return null;
    }
  }
  const threshold = { ...draft, matchId, pause, snoozedUntil };
  // `activeFrom`: the snooze may have ended by the market's clock and not yet by ours.
  const running = before.pause === null && (snoozedBefore === null || before.activeFrom !== null);
  const { key, version } = before;
  const restarts = edited || resumed || (snoozeChanged && pause === null);
  if (!restarts) return { kind: 'pause', key, version, threshold, stop: running };
  const start = startOf(threshold);
  return { kind: 'restart', key, threshold, stop: running && start?.dueAt !== null, start };
}

/** Users switch between null and `user`. Other reasons stay, except those an edit or another expiry clears. */
function pauseAfter(
  before: PauseReason | null,
  requested: PauseReason | null,
  { edited, isRescheduled }: { readonly edited: boolean; readonly isRescheduled: boolean },
): PauseReason | null {
  if (before === null || before === 'user') return requested === 'user' ? 'user' : null;
  const cleared =
    before === 'expired'
      ? isRescheduled
      : edited && (before === 'kickoff' || before === 'currency');
  if (!cleared) return before;
  return requested === 'user' ? 'user' : null;
}

const notOwners = 'Esa pausa no la pone su dueño.';

/**
 * @param rule with the pause of a threshold to be created: only one that is closed may be of a match that has begun
 * @returns the match the target belongs to; null, after reporting it, when the target does not exist
 */
export function validateRule(
  rule: ThresholdRule & { readonly pause?: PauseReason | null },
  { targetLookup, now }: Pick<EditContext, 'targetLookup' | 'now'>,
  addError: AddError,
): string | null {
  const refusal = valueRefusal(rule);
  if (refusal !== null) addError(refusal);
  const target = targetLookup.find(rule.target);
  if (target === null) {
    addError('No existe lo que quieres vigilar.');
    return null;
  }
  if (!target.categoryKnown) addError('Ese partido no tiene esa categoría.');
  if (target.currency !== rule.currency) addError(`Su precio está en ${target.currency}.`);
  const hasBegun = isPast(target.kickoffAt, now);
  if (hasBegun && !isClosed(rule.pause ?? null)) addError('El partido ya empezó.');
  if (!hasBegun && rule.pause === 'kickoff') addError(notOwners);
  return target.matchId;
}

const startOf = ({ pause, snoozedUntil }: PlacedThreshold): Start =>
  pause === null ? { dueAt: snoozedUntil } : null;

/** Whether two rules evaluate alike. */
export const isSameRule = (one: ThresholdRule, other: ThresholdRule): boolean =>
  isDeepStrictEqual(ruleOf(one), ruleOf(other));
