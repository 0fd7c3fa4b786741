/** Filters of the match list: search, stage, city, order and “only watched”. */
import { useCallback } from 'react';
import { SearchField } from '#src/components/search-field.tsx';
import { SearchForm } from '#src/components/search-form.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import type { MatchSearch } from '#src/features/matches/use-match-search-params.ts';
import { useDebouncedText } from '#src/hooks/use-debounced-text.ts';
import type { Match } from '#store/api/api-types.ts';
import { useGetMatchListInfiniteQuery } from '#store/api/match-list-api.ts';

const sorts = Object.entries(copy.sorts) as [MatchSearch['sort'], string][];

export function MatchFilters(props: {
  readonly search: MatchSearch;
  readonly onChange: (part: Partial<MatchSearch>) => void;
}) {
  const { search, onChange } = props;
  const setQuery = useCallback((q: string) => onChange({ q }), [onChange]);
  const [q, setQ] = useDebouncedText(search.q, setQuery);
  // The unfiltered list gives the options; it is also the first one shown, so it is cached.
  const { data } = useGetMatchListInfiniteQuery({ sort: 'kickoff' });
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SearchForm className="filters">
      <SearchField
        id="matches-q"
        label={copy.searchLabel}
        hint={copy.searchHint}
        value={q}
        onChange={setQ}
      />
      <SelectField
        label={copy.stage}
        value={search.stage}
        options={valuesOf(all, 'stage', search.stage)}
        onChange={(stage) => onChange({ stage })}
      />
      <SelectField
        label={copy.city}
        value={search.city}
        options={valuesOf(all, 'city', search.city)}
        onChange={(city) => onChange({ city })}
      />
      <SelectField
        label={copy.sort}
        value={search.sort}
        options={sorts}
        onChange={(sort) => onChange({ sort })}
      />
      <label className="chk">
        <input
          type="checkbox"
          checked={search.watched}
          onChange={(event) => onChange({ watched: event.target.checked })}
        />{' '}
        {copy.onlyWatched}
      </label>
    </SearchForm>
  );
}

/** Options in order of first appearance (for stages, the order of play); cities sorted. Includes the chosen value. */
function valuesOf(
  matches: readonly Match[],
  key: 'stage' | 'city',
  chosen: string,
): [string, string][] {
  const found = new Set(matches.map((match) => match[key]));
  if (chosen !== '') found.add(chosen);
  const values = [...found].filter((value) => value !== null);
  if (key === 'city') values.sort((a, b) => a.localeCompare(b, 'es'));
  return [['', copy.any], ...values.map((value): [string, string] => [value, value])];
}
