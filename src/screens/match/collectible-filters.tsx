/** Filters of a match's collectibles: search, category and “on sale”. */
import { useCallback, useMemo } from 'react';
import { collator } from '#domain/intl-formats.ts';
import { SearchField } from '#src/components/search-field.tsx';
import { SearchForm } from '#src/components/search-form.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import { useDebouncedText } from '#src/hooks/use-debounced-text.ts';
import type { Collectible } from '#store/api/api-types.ts';
import styles from './collectible-filters.module.css';
import type { CollectibleSearch } from './filter-collectibles.ts';

export function CollectibleFilters(props: {
  readonly collectibles: readonly Collectible[];
  readonly search: CollectibleSearch;
  readonly onChange: (part: Partial<CollectibleSearch>) => void;
}) {
  const { search, collectibles, onChange } = props;
  const setQuery = useCallback((q: string) => onChange({ q }), [onChange]);
  const [q, setQ] = useDebouncedText(search.q, setQuery);
  const categories = useMemo(() => {
    const found = new Set(collectibles.map(({ category }) => category));
    const sorted = [...found].sort(collator({ numeric: true }).compare);
    const named = sorted.map((category) => [category, categoryName(category)] as const);
    return [['', copy.any] as const, ...named];
  }, [collectibles]);
  return (
    <SearchForm className={`filters ${styles['filters--c']}`}>
      <SearchField
        id="collectibles-q"
        label={copy.search}
        hint={copy.searchHint}
        value={q}
        onChange={setQ}
      />
      <SelectField
        label={copy.category}
        value={search.category}
        options={categories}
        onChange={(category) => onChange({ category })}
      />
      <label className="chk">
        <input
          type="checkbox"
          checked={search.listed}
          onChange={(event) => onChange({ listed: event.target.checked })}
        />{' '}
        {copy.onlyListed}
      </label>
    </SearchForm>
  );
}
