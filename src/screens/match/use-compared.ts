/** Collectibles laid over the chart of the chosen one, in the URL query. */
import { useReplacedSearchParams } from '#src/hooks/use-replaced-search-params.ts';
import type { Collectible } from '#store/api/api-types.ts';

/** Stroke patterns of the prices laid over a chart's own, in CSS pixels: told apart without colours. */
const comparedDashes = ['7 4', '2 3', '12 4 2 4'] as const;
const maxCompared = comparedDashes.length;

const name = 'con';
/** No identifier contains it. */
const separator = ',';

export interface ComparedCollectible {
  readonly item: Collectible;
  readonly dash: string;
}

/** @returns what is compared, in the order chosen, and its switch, which ignores one too many */
export function useCompared(collectibles: readonly Collectible[], chosen: Collectible) {
  const [params, set] = useReplacedSearchParams();
  const itemsOf = (query: URLSearchParams) =>
    [...new Set((query.get(name) ?? '').split(separator))]
      .flatMap((id) => collectibles.find((item) => item.id === id) ?? [])
      .filter(({ id }) => id !== chosen.id)
      .slice(0, maxCompared);
  const compared = itemsOf(params).map(
    (item, index): ComparedCollectible => ({ item, dash: comparedDashes[index] ?? '' }),
  );
  const toggle = (id: string) =>
    set((current) => {
      const before = itemsOf(current).map((item) => item.id);
      const others = before.filter((shown) => shown !== id);
      const next = others.length === before.length ? [...others, id] : others;
      if (next.length > maxCompared) return {};
      return { [name]: next.length === 0 ? null : next.join(separator) };
    });
  return { compared, isFull: compared.length === maxCompared, toggle };
}
