/** Filters of the threshold list: search, status, match, condition and order. */
import { useCallback } from 'react';
import { SearchField } from '#src/components/search-field.tsx';
import { SearchForm } from '#src/components/search-form.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { useDebouncedText } from '#src/hooks/use-debounced-text.ts';
import { useGetThresholdsInfiniteQuery } from '#store/api/thresholds-api.ts';
import styles from './threshold-filters.module.css';
import {
  type ConditionFilter,
  emptyThresholdSearch,
  type ListSearch,
  type StatusFilter,
  toListQuery,
} from './use-threshold-search-params.ts';

const entries = <Key extends string>(texts: Readonly<Record<Key, string>>) =>
  Object.entries(texts) as [Key, string][];

export function ThresholdFilters(props: {
  readonly id: string;
  /** On phones they are not shown. */
  readonly isFolded: boolean;
  readonly search: ListSearch;
  /** How many of each status match the other filters. */
  readonly countByStatus: Readonly<Record<StatusFilter, number>> | undefined;
  readonly onChange: (part: Partial<ListSearch>) => void;
}) {
  const { search, countByStatus, onChange } = props;
  const setQuery = useCallback((q: string) => onChange({ q }), [onChange]);
  const [q, setQ] = useDebouncedText(search.q, setQuery);
  const statuses = entries(copy.statuses).filter(
    ([status]) => status === search.status || countByStatus?.[status] !== 0,
  );
  return (
    <SearchForm
      id={props.id}
      className={`filters ${styles['filters--t']} ${props.isFolded ? styles['is-folded'] : ''}`}
    >
      <SearchField
        id="thresholds-q"
        label={copy.search}
        hint={copy.searchHint}
        value={q}
        onChange={setQ}
      />
      <SelectField<StatusFilter | ''>
        label={copy.status}
        value={search.status}
        options={[
          ['', copy.anyStatus],
          ...statuses.map(
            ([status, label]) =>
              [
                status,
                countByStatus === undefined ? label : `${label} (${countByStatus[status]})`,
              ] as const,
          ),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <SelectField
        label={copy.match}
        value={search.match}
        options={useMatchOptions(search.match)}
        onChange={(match) => onChange({ match })}
      />
      <SelectField<ConditionFilter | ''>
        label={copy.condition}
        value={search.condition}
        options={[['', copy.anyCondition], ...entries(copy.conditions)]}
        onChange={(condition) => onChange({ condition })}
      />
      <SelectField<ListSearch['sort']>
        label={copy.sort}
        value={search.sort}
        options={entries(copy.sorts)}
        onChange={(sort) => onChange({ sort })}
      />
    </SearchForm>
  );
}

/** Matches with a threshold; the unfiltered list is also the first one shown, so it is cached. */
function useMatchOptions(chosen: string): [string, string][] {
  const { data } = useGetThresholdsInfiniteQuery(toListQuery(emptyThresholdSearch));
  const nameById = new Map(chosen === '' ? [] : [[chosen, chosen]]);
  for (const { items } of data?.pages ?? [])
    for (const { matchId, matchName } of items) nameById.set(matchId, matchName);
  const sorted = [...nameById].sort(([, a], [, b]) => a.localeCompare(b, 'es'));
  return [['', copy.anyMatch], ...sorted];
}
