/** What a plan refuses in new settings: only what increases an excess, so a smaller plan can still be tidied up. */
import { type Plan, planNames, plans } from '#domain/plans.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { AppError } from '../../errors.ts';

export interface SettingsSize {
  readonly matches: number;
  readonly thresholds: number;
  readonly frecuencia: number;
}

interface Limit {
  readonly allows: (plan: Plan) => boolean;
  readonly sentence: (plan: Plan) => string;
}

/** The first plan that allows it, for the answer to name. */
function lift(limit: Limit): 'premium' | 'elite' | undefined {
  const name = planNames.find((candidate) => limit.allows(plans[candidate]));
  return name === 'basico' ? undefined : name;
}

function enforce(plan: Plan, limit: Limit): void {
  if (limit.allows(plan)) return;
  const requiredPlan = lift(limit);
  throw new AppError(
    'plan_limit',
    limit.sentence(plan),
    requiredPlan === undefined ? {} : { requiredPlan },
  );
}

/** @throws Refusal `plan_limit` naming the plan that would allow it */
export function enforceSizes(plan: Plan, before: SettingsSize, after: SettingsSize): void {
  if (after.matches > before.matches)
    enforce(plan, {
      allows: ({ maxMatches }) => maxMatches === null || after.matches <= maxMatches,
      sentence: ({ label, maxMatches }) => `El plan ${label} vigila hasta ${maxMatches} partidos.`,
    });
  if (after.thresholds > before.thresholds)
    enforce(plan, {
      allows: ({ maxThresholds }) => after.thresholds <= maxThresholds,
      sentence: ({ label, maxThresholds }) =>
        `El plan ${label} admite hasta ${maxThresholds} umbrales.`,
    });
  if (after.frecuencia < before.frecuencia)
    enforce(plan, {
      allows: ({ fastestCheckSeconds }) => after.frecuencia >= fastestCheckSeconds,
      sentence: ({ label, fastestCheckSeconds }) =>
        `El plan ${label} comprueba como mucho cada ${fastestCheckSeconds} segundos.`,
    });
}

/** Whether a plan evaluates such a rule at all. */
export const includesRule = (plan: Plan, { condition, target }: ThresholdRule): boolean =>
  plan.conditions.some((included) => included === condition) &&
  (target.kind !== 'match' || plan.matchTargets);

/** For thresholds brought back from a pause: those running at once count as if they were new. */
export function enforceRunning(plan: Plan, before: number, after: number): void {
  if (after <= before) return;
  enforce(plan, {
    allows: ({ maxThresholds }) => after <= maxThresholds,
    sentence: ({ label, maxThresholds }) =>
      `El plan ${label} admite hasta ${maxThresholds} umbrales en marcha.`,
  });
}

/** For a rule that is new, edited or resumed; one already there may stay as it is. */
export function enforceRule(plan: Plan, rule: ThresholdRule): void {
  enforce(plan, {
    allows: ({ conditions }) => conditions.some((condition) => condition === rule.condition),
    sentence: ({ label }) => `El plan ${label} no incluye esa condición.`,
  });
  if (rule.target.kind === 'match')
    enforce(plan, {
      allows: ({ matchTargets }) => matchTargets,
      sentence: ({ label }) => `El plan ${label} no vigila «lo más barato de un partido».`,
    });
}
