/** Thresholds in words: what each watches, its rule, and the match it belongs to. */
import {
  categoryName,
  conditionVerbs,
  ruleValue,
  wholeCategory,
  wholeMatch,
} from '#src/copy/thresholds.ts';
import { targetKey, useGetTargetNamesQuery } from '#store/api/target-names-api.ts';
import { toRule, type Umbral } from '#store/api/types.ts';

export interface NamedThreshold {
  /** null while unknown, and for what left the catalogue. */
  readonly matchId: string | null;
  /** “España – Uruguay”; null while unknown. */
  readonly match: string | null;
  /** “Categoría 2”, “El más barato del partido”; the target's id where it has no name any more. */
  readonly target: string;
  /** “baja de” */
  readonly verb: string;
  /** “180 €” */
  readonly value: string;
}

export function useThresholdNames(umbrales: Readonly<Record<string, Umbral>>) {
  const keys = [...new Set(Object.values(umbrales).map(({ objetivo }) => targetKey(objetivo)))];
  const { data: known } = useGetTargetNamesQuery(keys.sort(), {
    skip: keys.length === 0,
  });
  return {
    name(umbral: Umbral): NamedThreshold {
      const { objetivo } = umbral;
      const { condition, value } = toRule(umbral);
      const found = known?.[targetKey(objetivo)];
      return {
        matchId: objetivo.tipo === 'partido' ? objetivo.id : (found?.matchId ?? null),
        match: found?.matchName ?? null,
        target: targetName(objetivo, found?.category),
        verb: conditionVerbs[condition],
        value: ruleValue({ condition, value, currency: umbral.moneda }),
      };
    },
  };
}

function targetName(objetivo: Umbral['objetivo'], category: string | null | undefined): string {
  if (objetivo.tipo === 'coleccionable')
    return category == null ? objetivo.id : categoryName(category);
  return objetivo.categoria === undefined ? wholeMatch : wholeCategory(objetivo.categoria);
}

/** “España – Uruguay, Categoría 2, baja de 180 €” */
export const spokenName = ({ match, target, verb, value }: NamedThreshold): string =>
  [match, target, `${verb} ${value}`].filter(Boolean).join(', ');
