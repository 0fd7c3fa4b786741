/**
 * Diff of stored settings and those a user sent, as the fewest changes: a threshold starts a new version only if its
 * rule changed, or a pause or snooze ended or began again (docs/alerts.md, rule 5). Pure.
 */
import type { UmbralInput } from '#contract/threshold.ts';
import { toRule } from '#contract/threshold.ts';
import type { ConfiguracionInput } from '#contract/users.ts';
import type { Plan } from '#domain/plans.ts';
import { type PauseReason, type ThresholdRule, valueBounds } from '#domain/threshold.ts';
import type { TargetLookup } from '../../db/users/settings-targets.ts';
import type { ChannelChoice } from '../../db/users/threshold-channels.ts';
import type {
  StoredThreshold,
  ThresholdDetails,
  ThresholdSpec,
} from '../../db/users/thresholds.ts';
import { AppError, type FieldError } from '../../errors.ts';
import {
  enforceActiveThresholdLimit,
  enforcePlanAllowsRule,
  enforceSizeLimits,
} from './plan-limits.ts';
import { pauseReasonAt } from './settings-mapper.ts';

export type ThresholdChange =
  | {
      readonly kind: 'create';
      readonly id: string;
      readonly spec: ThresholdSpec;
      readonly start: StartAt;
    }
  | {
      readonly kind: 'restart';
      readonly key: number;
      readonly spec: ThresholdSpec;
      /** It is running, and must be stopped until the start. */
      readonly stop: boolean;
      readonly start: StartAt;
    }
  | {
      readonly kind: 'pause';
      readonly key: number;
      readonly version: number;
      readonly spec: ThresholdSpec;
      readonly stop: boolean;
    }
  | {
      readonly kind: 'delete';
      readonly key: number;
      readonly version: number;
    };

/** `now`, a Date (the end of a snooze), or `never` while paused. */
export type StartAt = 'now' | 'never' | Date;

export interface SettingsContext {
  readonly now: Date;
  readonly plan: Plan;
  readonly targetLookup: TargetLookup;
  /** The user's, mail among them. */
  readonly channelIds: ReadonlySet<string>;
  readonly stored: {
    readonly partidos: readonly string[];
    readonly frecuencia: number;
    readonly thresholds: readonly StoredThreshold[];
  };
}

export interface SettingsDiff {
  readonly partidos: readonly string[];
  readonly frecuencia: number;
  readonly changes: readonly ThresholdChange[];
  /** Of channels, where it differs: a threshold goes on as it is. */
  readonly choices: readonly ChannelChoice[];
  /** Note and expiry, where they differ: a threshold goes on as it is. */
  readonly details: readonly ThresholdDetails[];
  /** Running ones with another expiry. The worker may have removed them from its memory at the one they had. */
  readonly rescheduled: readonly { readonly key: number; readonly version: number }[];
}

/**
 * @throws AppError `plan_limit` when an excess would grow, `validation_failed` with every field that breaks a domain rule
 */
export function diffSettings(sent: ConfiguracionInput, context: SettingsContext): SettingsDiff {
  const { stored, plan } = context;
  const partidos = [...new Set(sent.partidos)];
  const umbrales = new Map(Object.entries(sent.umbrales));
  enforceSizeLimits(
    plan,
    {
      matches: stored.partidos.length,
      thresholds: stored.thresholds.length,
      frecuencia: stored.frecuencia,
    },
    { matches: partidos.length, thresholds: umbrales.size, frecuencia: sent.frecuencia },
  );

  const errors: FieldError[] = [];
  for (const id of partidos) {
    if (!stored.partidos.includes(id) && !context.targetLookup.hasMatch(id))
      errors.push({ path: 'partidos', message: `No existe el partido ${id}.` });
  }
  const storedById = new Map(stored.thresholds.map((threshold) => [threshold.id, threshold]));
  const changes: ThresholdChange[] = [];
  const choices: ChannelChoice[] = [];
  const details: ThresholdDetails[] = [];
  const rescheduled: { key: number; version: number }[] = [];
  for (const [id, umbral] of umbrales) {
    const before = storedById.get(id);
    const addError = (message: string) => errors.push({ path: `umbrales/${id}`, message });
    const change = before
      ? changeOf(before, umbral, context, addError)
      : creationOf(id, umbral, context, addError);
    if (change) changes.push(change);
    const channels = umbral.canales ?? null;
    if (channels?.some((channel) => !context.channelIds.has(channel)))
      addError('Ese canal no existe.');
    if (!isSameChoice(channels, before?.channels ?? null)) choices.push({ id, channels });
    const note = umbral.nota ?? null;
    const expiresAt = expiryOf(umbral);
    const isRescheduled = !isSameInstant(expiresAt, before?.expiresAt ?? null);
    if (isRescheduled || note !== (before?.note ?? null)) details.push({ id, note, expiresAt });
    if (isRescheduled && !change && before?.expiresAt && before.activeFrom !== null)
      rescheduled.push({ key: before.key, version: before.version });
  }
  for (const { id, key, version } of stored.thresholds) {
    if (!umbrales.has(id)) changes.push({ kind: 'delete', key, version });
  }
  const [first] = errors;
  if (first)
    throw new AppError('validation_failed', first.message, { fields: errors.slice(0, 50) });
  const running = countRunning(context, changes);
  enforceActiveThresholdLimit(plan, running.before, running.after);
  return { partidos, frecuencia: sent.frecuencia, changes, choices, details, rescheduled };
}

/** In whatever order. */
const isSameChoice = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null);

/** Number of thresholds that are not paused, before and after. */
function countRunning(
  { stored, now }: SettingsContext,
  changes: readonly ThresholdChange[],
): { before: number; after: number } {
  const running = new Set(
    stored.thresholds
      .filter((threshold) => pauseReasonAt(threshold, now) === null)
      .map(({ key }) => key),
  );
  const before = running.size;
  let created = 0;
  for (const change of changes) {
    if (change.kind === 'create') created += change.spec.pauseReason === null ? 1 : 0;
    else if (change.kind !== 'delete' && change.spec.pauseReason === null) running.add(change.key);
    else running.delete(change.key);
  }
  return { before, after: running.size + created };
}

type AddError = (message: string) => void;

function creationOf(
  id: string,
  umbral: UmbralInput,
  context: SettingsContext,
  addError: AddError,
): ThresholdChange | null {
  const rule = toRule(umbral);
  enforcePlanAllowsRule(context.plan, rule);
  const matchId = validateRule(rule, umbral.moneda, context, addError);
  const pauseReason = umbral.pausa ?? null;
  const hasExpired = isPast(expiryOf(umbral), context.now);
  // Deleted or exported after its expiry, and restored.
  if (pauseReason === 'caducado' ? !hasExpired : pauseReason !== null && pauseReason !== 'usuario')
    addError('Esa pausa no la pone su dueño.');
  if (hasExpired && pauseReason !== 'caducado') addError(expiryPastMessage);
  if (matchId === null) return null;
  const snoozedUntil = futureOf(umbral.silenciadoHasta, context.now);
  const spec = { rule, currency: umbral.moneda, matchId, pauseReason, snoozedUntil };
  return { kind: 'create', id, spec, start: startOf(spec) };
}

function changeOf(
  before: StoredThreshold,
  umbral: UmbralInput,
  context: SettingsContext,
  addError: AddError,
): ThresholdChange | null {
  const rule = toRule(umbral);
  const edited = umbral.moneda !== before.currency || !sameRule(rule, before.rule);
  const snoozedBefore = futureOf(before.snoozedUntil, context.now);
  const snoozedUntil = futureOf(umbral.silenciadoHasta, context.now);
  const expiresAt = expiryOf(umbral);
  const isRescheduled = !isSameInstant(expiresAt, before.expiresAt);
  if (isRescheduled && isPast(expiresAt, context.now)) {
    addError(expiryPastMessage);
    return null;
  }
  const reasonBefore = pauseReasonAt(before, context.now);
  const requested = umbral.pausa ?? null;
  // What was read before the expiry may come back.
  if (requested !== null && ![reasonBefore, before.pauseReason, 'usuario'].includes(requested))
    addError('Esa pausa no la pone su dueño.');
  const pauseReason = pauseAfter(reasonBefore, requested, { edited, isRescheduled });
  const resumed = reasonBefore !== null && pauseReason === null;
  const snoozeChanged = snoozedBefore?.getTime() !== snoozedUntil?.getTime();
  if (!edited && pauseReason === reasonBefore && !snoozeChanged) return null;

  let matchId: string | null = before.matchId;
  if (edited) {
    enforcePlanAllowsRule(context.plan, rule);
    matchId = validateRule(rule, umbral.moneda, context, addError);
    if (matchId === null) return null;
  } else if (resumed) {
    enforcePlanAllowsRule(context.plan, rule);
    if (isPast(before.kickoffAt, context.now)) {
      addError('El partido ya empezó: este umbral está cerrado.');
      return null;
    }
  }
  const spec = { rule, currency: umbral.moneda, matchId, pauseReason, snoozedUntil };
  // `activeFrom`: the snooze may have ended by the market's clock and not yet by ours.
  const running =
    before.pauseReason === null && (snoozedBefore === null || before.activeFrom !== null);
  const restarts = edited || resumed || (snoozeChanged && pauseReason === null);
  if (!restarts)
    return { kind: 'pause', key: before.key, version: before.version, spec, stop: running };
  const start = startOf(spec);
  return { kind: 'restart', key: before.key, spec, stop: running && start !== 'now', start };
}

/** Users switch between null and `usuario`. Other reasons stay, except those an edit or another expiry clears. */
function pauseAfter(
  before: PauseReason | null,
  requested: PauseReason | null,
  { edited, isRescheduled }: { readonly edited: boolean; readonly isRescheduled: boolean },
): PauseReason | null {
  if (before === null || before === 'usuario') return requested === 'usuario' ? 'usuario' : null;
  const cleared =
    before === 'caducado' ? isRescheduled : edited && (before === 'inicio' || before === 'moneda');
  if (!cleared) return before;
  return requested === 'usuario' ? 'usuario' : null;
}

/** @returns the match the target belongs to; null, after reporting it, when the target does not exist */
export function validateRule(
  rule: ThresholdRule,
  currency: string,
  { targetLookup, now }: Pick<SettingsContext, 'targetLookup' | 'now'>,
  addError: AddError,
): string | null {
  const { min, max } = valueBounds[rule.condition];
  if (rule.value < min || rule.value > max) addError(`El valor debe estar entre ${min} y ${max}.`);
  const target = targetLookup.find(rule.target);
  if (target === null) {
    addError('No existe lo que quieres vigilar.');
    return null;
  }
  if (!target.categoryKnown) addError('Ese partido no tiene esa categoría.');
  if (target.currency !== currency) addError(`Su precio está en ${target.currency}.`);
  if (isPast(target.kickoffAt, now)) addError('El partido ya empezó.');
  return target.matchId;
}

const startOf = ({ pauseReason, snoozedUntil }: ThresholdSpec): StartAt =>
  pauseReason !== null ? 'never' : (snoozedUntil ?? 'now');

const expiryPastMessage = 'La fecha de caducidad ya ha pasado.';

const expiryOf = ({ caducaEn }: UmbralInput): Date | null => (caducaEn ? new Date(caducaEn) : null);

const isPast = (instant: Date | null, now: Date): boolean => instant !== null && instant <= now;

const isSameInstant = (one: Date | null, other: Date | null): boolean =>
  one?.getTime() === other?.getTime();

function futureOf(instant: string | Date | null | undefined, now: Date): Date | null {
  if (instant === null || instant === undefined) return null;
  const date = new Date(instant);
  return date > now ? date : null;
}

/** Whether two rules evaluate alike. */
export function sameRule(one: ThresholdRule, other: ThresholdRule): boolean {
  const categoryOf = ({ target }: ThresholdRule) =>
    target.kind === 'match' ? target.category : null;
  return (
    one.condition === other.condition &&
    one.value === other.value &&
    one.bandBp === other.bandBp &&
    one.target.kind === other.target.kind &&
    one.target.id === other.target.id &&
    categoryOf(one) === categoryOf(other)
  );
}
