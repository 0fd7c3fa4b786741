/**
 * Plan limits: of settings, exports, keys and channels. Only a growing excess is rejected, so that users can reduce it
 * step by step.
 */
import type { ChannelKind } from '#domain/channels.ts';
import { type Plan, type PlanName, planNames, plans } from '#domain/plans.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { AppError } from '../base/errors.ts';

export interface SettingsSize {
  readonly matches: number;
  readonly thresholds: number;
  readonly frecuencia: number;
}

interface Limit {
  readonly allows: (plan: Plan) => boolean;
  /** @param wayOut “ o pasa a Premium”, empty where no plan allows it */
  readonly message: (plan: Plan, wayOut: string) => string;
}

/** The smallest plan that allows it, named in the error. */
function smallestPlan(limit: Limit): 'premium' | 'elite' | undefined {
  const name = planNames.find((candidate) => limit.allows(plans[candidate]));
  return name === 'basico' ? undefined : name;
}

function enforceLimit(plan: Plan, limit: Limit): void {
  if (limit.allows(plan)) return;
  const requiredPlan = smallestPlan(limit);
  throw new AppError(
    'plan_limit',
    limit.message(plan, requiredPlan === undefined ? '' : ` o pasa a ${plans[requiredPlan].label}`),
    requiredPlan === undefined ? {} : { requiredPlan },
  );
}

/** @throws AppError `plan_limit` naming the plan that would allow it */
export function enforceSizeLimits(plan: Plan, before: SettingsSize, after: SettingsSize): void {
  if (after.matches > before.matches)
    enforceLimit(plan, {
      allows: ({ maxMatches }) => maxMatches === null || after.matches <= maxMatches,
      message: ({ label, maxMatches }, wayOut) =>
        before.matches >= (maxMatches ?? 0)
          ? `Vigilas ${before.matches} de ${maxMatches} partidos. Quita uno${wayOut}.`
          : `El plan ${label} vigila hasta ${maxMatches} partidos.`,
    });
  if (after.thresholds > before.thresholds)
    enforceLimit(plan, {
      allows: ({ maxThresholds }) => after.thresholds <= maxThresholds,
      message: ({ label, maxThresholds }, wayOut) =>
        before.thresholds >= maxThresholds
          ? `Tienes ${before.thresholds} de ${maxThresholds} umbrales. Borra uno${wayOut}.`
          : `El plan ${label} admite hasta ${maxThresholds} umbrales.`,
    });
  if (after.frecuencia < before.frecuencia)
    enforceLimit(plan, {
      allows: ({ fastestCheckSeconds }) => after.frecuencia >= fastestCheckSeconds,
      message: ({ label, fastestCheckSeconds }) =>
        `El plan ${label} comprueba como mucho cada ${fastestCheckSeconds} segundos.`,
    });
}

/** Whether a plan includes such a rule. */
export const includesRule = (plan: Plan, { condition, target }: ThresholdRule): boolean =>
  plan.conditions.some((included) => included === condition) &&
  (target.kind !== 'match' || plan.matchTargets);

/** Limits thresholds that run at the same time, for those resumed from a pause. @throws AppError `plan_limit` */
export function enforceActiveThresholdLimit(plan: Plan, before: number, after: number): void {
  if (after <= before) return;
  enforceLimit(plan, {
    allows: ({ maxThresholds }) => after <= maxThresholds,
    message: ({ label, maxThresholds }) =>
      `El plan ${label} admite hasta ${maxThresholds} umbrales en marcha.`,
  });
}

/** For a rule that is new, edited or resumed; an unchanged one may stay. @throws AppError `plan_limit` */
export function enforcePlanAllowsRule(plan: Plan, rule: ThresholdRule): void {
  enforceLimit(plan, {
    allows: ({ conditions }) => conditions.some((condition) => condition === rule.condition),
    message: ({ label }) => `El plan ${label} no incluye esa condición.`,
  });
  if (rule.target.kind === 'match')
    enforceLimit(plan, {
      allows: ({ matchTargets }) => matchTargets,
      message: ({ label }) => `El plan ${label} no vigila «lo más barato de un partido».`,
    });
}

/** For what may be downloaded as a file. @throws AppError `plan_limit` */
export function enforceExport(plan: Plan): void {
  enforceLimit(plan, {
    allows: ({ canExport }) => canExport,
    message: () => 'Exportar es de los planes Premium y Elite.',
  });
}

/** @param rank of a key among its owner's: the oldest count first */
export const includesKey = ({ maxApiKeys }: Plan, rank: number): boolean => rank <= maxApiKeys;

/** @throws AppError `plan_limit` */
export function enforceKeyLimit(plan: Plan, rank: number): void {
  enforceLimit(plan, {
    allows: (other) => includesKey(other, rank),
    message: ({ label, maxApiKeys }) =>
      maxApiKeys === 0
        ? `El plan ${label} no incluye claves.`
        : `El plan ${label} incluye ${maxApiKeys === 1 ? 'una clave' : `${maxApiKeys} claves`}.`,
  });
}

export const includesKind = ({ channelKinds }: Plan, kind: ChannelKind): boolean =>
  channelKinds.some((included) => included === kind);

export const smallestPlanWith = (kind: ChannelKind): PlanName =>
  planNames.find((name) => includesKind(plans[name], kind)) ?? 'elite';

/** @throws AppError `plan_limit` */
export function enforceKind(plan: Plan, kind: ChannelKind): void {
  enforceLimit(plan, {
    allows: (other) => includesKind(other, kind),
    message: () => `Ese canal es del plan ${plans[smallestPlanWith(kind)].label}.`,
  });
}
