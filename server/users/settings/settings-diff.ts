/**
 * Compares stored settings with the ones a user sent, and says the least that must change: a threshold starts a new
 * version only where its rule changed, or where a pause or a snooze ended or began again (alerts.md, rule 5). Pure.
 */

import type { UmbralInput } from '#contract/threshold.ts';
import { toRule } from '#contract/threshold.ts';
import type { ConfiguracionInput } from '#contract/users.ts';
import type { Plan } from '#domain/plans.ts';
import { type PauseReason, type ThresholdRule, valueBounds } from '#domain/threshold.ts';
import type { TargetLookup } from '../../db/users/settings-targets.ts';
import type { StoredThreshold, ThresholdSpec } from '../../db/users/thresholds.ts';
import { AppError, type FieldError } from '../../errors.ts';
import { enforceRule, enforceRunning, enforceSizes } from './plan-limits.ts';

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
      /** It is being evaluated and must not be until the start. */
      readonly stop: boolean;
      readonly start: StartAt;
    }
  | {
      readonly kind: 'hold';
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

/** `now`, at the end of a snooze, or `never` while paused. */
export type StartAt = 'now' | 'never' | Date;

export interface SettingsContext {
  readonly now: Date;
  readonly plan: Plan;
  readonly catalogue: TargetLookup;
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
}

/**
 * @throws Refusal `plan_limit` where an excess would grow, `rule_broken` with every field that breaks a domain rule
 */
export function diffSettings(sent: ConfiguracionInput, context: SettingsContext): SettingsDiff {
  const { stored, plan } = context;
  const partidos = [...new Set(sent.partidos)];
  const umbrales = new Map(Object.entries(sent.umbrales));
  enforceSizes(
    plan,
    {
      matches: stored.partidos.length,
      thresholds: stored.thresholds.length,
      frecuencia: stored.frecuencia,
    },
    { matches: partidos.length, thresholds: umbrales.size, frecuencia: sent.frecuencia },
  );

  const faults: FieldError[] = [];
  for (const id of partidos) {
    if (!stored.partidos.includes(id) && !context.catalogue.knowsMatch(id))
      faults.push({ path: 'partidos', message: `No existe el partido ${id}.` });
  }
  const storedById = new Map(stored.thresholds.map((threshold) => [threshold.id, threshold]));
  const changes: ThresholdChange[] = [];
  for (const [id, umbral] of umbrales) {
    const before = storedById.get(id);
    const fault = (message: string) => faults.push({ path: `umbrales/${id}`, message });
    const change = before
      ? changeOf(before, umbral, context, fault)
      : creationOf(id, umbral, context, fault);
    if (change) changes.push(change);
  }
  for (const { id, key, version } of stored.thresholds) {
    if (!umbrales.has(id)) changes.push({ kind: 'delete', key, version });
  }
  const [first] = faults;
  if (first) throw new AppError('rule_broken', first.message, { fields: faults.slice(0, 50) });
  const running = countRunning(stored.thresholds, changes);
  enforceRunning(plan, running.before, running.after);
  return { partidos, frecuencia: sent.frecuencia, changes };
}

/** How many thresholds nothing holds back, before and after. */
function countRunning(
  stored: readonly StoredThreshold[],
  changes: readonly ThresholdChange[],
): { before: number; after: number } {
  const running = new Set(stored.filter(({ pausa }) => pausa === null).map(({ key }) => key));
  const before = running.size;
  let created = 0;
  for (const change of changes) {
    if (change.kind === 'create') created += change.spec.pausa === null ? 1 : 0;
    else if (change.kind !== 'delete' && change.spec.pausa === null) running.add(change.key);
    else running.delete(change.key);
  }
  return { before, after: running.size + created };
}

type Fault = (message: string) => void;

function creationOf(
  id: string,
  umbral: UmbralInput,
  context: SettingsContext,
  fault: Fault,
): ThresholdChange | null {
  const rule = toRule(umbral);
  enforceRule(context.plan, rule);
  const matchId = checkRule(rule, umbral.moneda, context, fault);
  const pausa = umbral.pausa ?? null;
  if (pausa !== null && pausa !== 'usuario') fault('Esa pausa no la pone su dueño.');
  if (matchId === null) return null;
  const snoozedUntil = futureOf(umbral.silenciadoHasta, context.now);
  const spec = { rule, currency: umbral.moneda, matchId, pausa, snoozedUntil };
  return { kind: 'create', id, spec, start: startOf(spec) };
}

function changeOf(
  before: StoredThreshold,
  umbral: UmbralInput,
  context: SettingsContext,
  fault: Fault,
): ThresholdChange | null {
  const rule = toRule(umbral);
  const edited = umbral.moneda !== before.currency || !sameRule(rule, before.rule);
  const snoozedBefore = futureOf(before.snoozedUntil, context.now);
  const snoozedUntil = futureOf(umbral.silenciadoHasta, context.now);
  const pausa = pauseAfter(before.pausa, umbral.pausa ?? null, { edited, fault });
  const resumed = before.pausa !== null && pausa === null;
  const snoozeChanged = snoozedBefore?.getTime() !== snoozedUntil?.getTime();
  if (!edited && pausa === before.pausa && !snoozeChanged) return null;

  let matchId: string | null = before.matchId;
  if (edited) {
    enforceRule(context.plan, rule);
    matchId = checkRule(rule, umbral.moneda, context, fault);
    if (matchId === null) return null;
  } else if (resumed) {
    enforceRule(context.plan, rule);
    if (hasBegun(before.kickoffAt, context.now)) {
      fault('El partido ya empezó: este umbral está cerrado.');
      return null;
    }
  }
  const spec = { rule, currency: umbral.moneda, matchId, pausa, snoozedUntil };
  // Started already, should the snooze have ended a moment ago by the market's clock and not by ours.
  const running = before.pausa === null && (snoozedBefore === null || before.activeFrom !== null);
  const restarts = edited || resumed || (snoozeChanged && pausa === null);
  if (!restarts)
    return { kind: 'hold', key: before.key, version: before.version, spec, stop: running };
  const start = startOf(spec);
  return { kind: 'restart', key: before.key, spec, stop: running && start !== 'now', start };
}

/** The owner moves between null and `usuario`; the other reasons stay, save those that an edit answers. */
function pauseAfter(
  before: PauseReason | null,
  asked: PauseReason | null,
  { edited, fault }: { edited: boolean; fault: Fault },
): PauseReason | null {
  if (asked !== null && asked !== 'usuario' && asked !== before)
    fault('Esa pausa no la pone su dueño.');
  if (before === null || before === 'usuario') return asked === 'usuario' ? 'usuario' : null;
  const answered = edited && (before === 'inicio' || before === 'moneda');
  if (!answered) return before;
  return asked === 'usuario' ? 'usuario' : null;
}

/** @returns the match the target belongs to, or null after naming every fault */
export function checkRule(
  rule: ThresholdRule,
  currency: string,
  { catalogue, now }: Pick<SettingsContext, 'catalogue' | 'now'>,
  fault: Fault,
): string | null {
  const { min, max } = valueBounds[rule.condition];
  if (rule.value < min || rule.value > max) fault(`El valor debe estar entre ${min} y ${max}.`);
  const target = catalogue.find(rule.target);
  if (target === null) {
    fault('No existe lo que quieres vigilar.');
    return null;
  }
  if (!target.categoryKnown) fault('Ese partido no tiene esa categoría.');
  if (target.currency !== currency) fault(`Su precio está en ${target.currency}.`);
  if (hasBegun(target.kickoffAt, now)) fault('El partido ya empezó.');
  return target.matchId;
}

const hasBegun = (kickoffAt: Date | null, now: Date) => kickoffAt !== null && kickoffAt <= now;

const startOf = ({ pausa, snoozedUntil }: ThresholdSpec): StartAt =>
  pausa !== null ? 'never' : (snoozedUntil ?? 'now');

function futureOf(instant: string | Date | null | undefined, now: Date): Date | null {
  if (instant === null || instant === undefined) return null;
  const date = new Date(instant);
  return date > now ? date : null;
}

function sameRule(one: ThresholdRule, other: ThresholdRule): boolean {
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
