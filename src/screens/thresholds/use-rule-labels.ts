/** Labels of rules, with the names of their targets: “España – Uruguay, Categoría 2, baja de 180 €”. */
import { ruleSentence, targetLabel } from '#src/copy/thresholds.ts';
import type { ThresholdRule } from '#store/api/api-types.ts';
import { targetKey, useGetTargetNamesQuery } from '#store/api/target-names-api.ts';

/** While they load, and of a target no longer in the catalogue, the label has its id. */
export function useRuleLabels(rules: readonly ThresholdRule[]): (rule: ThresholdRule) => string {
  const keys = [...new Set(rules.map(({ target }) => targetKey(target)))].sort();
  const { data: names } = useGetTargetNamesQuery(keys, { skip: keys.length === 0 });
  return (rule) => {
    const name = names?.[targetKey(rule.target)];
    const target = targetLabel(rule.target, name?.collectible ?? null);
    return [name?.matchName, target, ruleSentence(rule)].filter(Boolean).join(', ');
  };
}
