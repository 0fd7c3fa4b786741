/**
 * What a write does to a user's settings, as the fewest changes of rows: a threshold starts a new version only if its rule
 * changed, or a pause or snooze ended or began again (docs/alerts.md, rule 5). Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ThresholdChange } from '#contract/thresholds.ts';
import { type Plan, plans } from '#domain/plans.ts';
import {
  areSameChannels,
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
import type { PlacedThreshold, StoredThreshold } from '../db/users/thresholds.ts';
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

/** What is written of a threshold; null = nothing, before it is created and once it is deleted. */
export interface RowChange {
  readonly id: string;
  readonly before: StoredThreshold | null;
  readonly after: PlacedThreshold | null;
  /** `restarts`: in another version, unless it is paused. `goesOn`: as it is, but for its channels, note and expiry. */
  readonly effect: 'restarts' | 'pauses' | 'goesOn';
  /** It is running, and no longer will, at least until a start at another instant. */
  readonly stops: boolean;
}

export interface ChangePlan {
  readonly partidos: readonly string[];
  readonly frecuencia: number;
  readonly rows: readonly RowChange[];
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
  const created = edits.filter(({ before, after }) => before === null && after !== null).length;
  const deleted = edits.filter(({ before, after }) => before !== null && after === null).length;
  enforceSizeLimits(
    plan,
    {
      matches: user.partidos.length,
      thresholds: thresholds.length,
      frecuencia: user.frecuencia,
    },
    { matches: partidos.length, thresholds: thresholds.length + created - deleted, frecuencia },
  );

  const errors: FieldError[] = [];
  for (const id of partidos) {
    if (!user.partidos.includes(id) && !targetLookup.hasMatch(id))
      errors.push({ path: 'partidos', message: `No existe el partido ${id}.` });
  }
  const rows: RowChange[] = [];
  for (const { id, before, after } of edits) {
    if (after === null) {
      if (before) rows.push({ id, before, after, effect: 'pauses', stops: true });
      continue;
    }
    const addError = (message: string) => errors.push({ path: `umbrales/${id}`, message });
    const change = before
      ? changeOf(before, after, context, addError)
      : creationOf(after, context, addError);
    if (change) rows.push({ id, before, ...change });
    if (after.channels?.some((channel) => !channelIds.has(channel)))
      addError('Ese canal no existe.');
  }
  const [first] = errors;
  if (first)
    throw new AppError('validation_failed', first.message, { fields: errors.slice(0, 50) });
  const countRunning = (some: readonly (ThresholdDraft | StoredThreshold | null)[]) =>
    some.filter((one) => one !== null && pauseAt(one, context.now) === null).length;
  const running = countRunning(thresholds);
  const gained =
    countRunning(rows.map(({ after }) => after)) - countRunning(rows.map(({ before }) => before));
  enforceActiveThresholdLimit(plan, running, running + gained);
  return { partidos, frecuencia, rows };
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

interface EditContext {
  readonly now: Date;
  readonly plan: Plan;
  readonly targetLookup: TargetLookup;
}
type AddError = (message: string) => void;

/** null: nothing changes, or it is not valid. */
type Change = Omit<RowChange, 'id' | 'before'> | null;

function creationOf(draft: ThresholdDraft, context: EditContext, addError: AddError): Change {
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
  return { after: { ...draft, matchId, snoozedUntil }, effect: 'restarts', stops: false };
}

function changeOf(
  before: StoredThreshold,
  draft: ThresholdDraft,
  context: EditContext,
  addError: AddError,
): Change {
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
  if (!edited && pause === pauseBefore && !snoozeChanged) {
    const { channels, note, expiresAt } = draft;
    const isSame = areSameChannels(channels, before.channels) && note === before.note;
    if (isSame && !isRescheduled) return null;
    return { after: { ...before, channels, note, expiresAt }, effect: 'goesOn', stops: false };
  }

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
  // `activeFrom`: the snooze may have ended by the market's clock and not yet by ours.
  const running = before.pause === null && (snoozedBefore === null || before.activeFrom !== null);
  const restarts = edited || resumed || (snoozeChanged && pause === null);
  // A start at once needs no stop before it.
  const startsAtOnce = restarts && pause === null && snoozedUntil === null;
  return {
    after: { ...draft, matchId, pause, snoozedUntil },
    effect: restarts ? 'restarts' : 'pauses',
    stops: running && !startsAtOnce,
  };
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

/** Whether two rules evaluate alike. */
export const isSameRule = (one: ThresholdRule, other: ThresholdRule): boolean =>
  isDeepStrictEqual(ruleOf(one), ruleOf(other));
