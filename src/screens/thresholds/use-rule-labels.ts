/** Hook for the display names of thresholds: target, rule and match. */
import { conditionVerbs, ruleValue, targetLabel } from '#src/copy/thresholds.ts';
import type { ThresholdRule } from '#store/api/api-types.ts';
import { targetKey, useGetTargetNamesQuery } from '#store/api/target-names-api.ts';

interface ThresholdName {
  /** “España – Uruguay”; null while loading, and for a target no longer in the catalogue. */
  readonly match: string | null;
  /** “Categoría 2”, “El más barato del partido”; the target's id when it has no name. */
  readonly target: string;
  /** “baja de” */
  readonly verb: string;
  /** “180 €” */
  readonly value: string;
}

export function useThresholdNames(umbrales: Readonly<Record<string, ThresholdRule>>) {
  const keys = [...new Set(Object.values(umbrales).map(({ target }) => targetKey(target)))];
  const { data: known } = useGetTargetNamesQuery(keys.sort(), {
    skip: keys.length === 0,
  });
  return {
    name(rule: ThresholdRule): ThresholdName {
      const { target } = rule;
      const found = known?.[targetKey(target)];
      return {
        match: found?.matchName ?? null,
        target: targetLabel(target, found?.collectible ?? null),
        verb: conditionVerbs[rule.condition],
        value: ruleValue(rule),
      };
    },
  };
}

/** “España – Uruguay, Categoría 2, baja de 180 €” */
export const thresholdLabel = ({ match, target, verb, value }: ThresholdName): string =>
  [match, target, `${verb} ${value}`].filter(Boolean).join(', ');
