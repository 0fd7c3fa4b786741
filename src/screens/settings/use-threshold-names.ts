/** Thresholds in words: what each watches, its rule, and the match it belongs to. */
import { categoryName, ruleSentence, wholeMatch } from '#src/copy/thresholds.ts';
import { targetKey, useGetTargetNamesQuery } from '#store/api/target-names-api.ts';
import { toRule, type Umbral } from '#store/api/types.ts';

export interface NamedThreshold {
  /** null while unknown, and for what left the catalogue. */
  readonly matchId: string | null;
  /** “España – Uruguay”; null while unknown. */
  readonly match: string | null;
  /** “Categoría 2”; the target's id where it has no name any more. */
  readonly target: string;
  /** “baja de 180 €” */
  readonly rule: string;
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
      const category = (objetivo.tipo === 'partido' ? objetivo.categoria : found?.category) ?? null;
      const fallback = objetivo.tipo === 'partido' ? wholeMatch : objetivo.id;
      return {
        matchId: objetivo.tipo === 'partido' ? objetivo.id : (found?.matchId ?? null),
        match: found?.matchName ?? null,
        target: category === null ? fallback : categoryName(category),
        rule: ruleSentence({ condition, value, currency: umbral.moneda }),
      };
    },
  };
}
