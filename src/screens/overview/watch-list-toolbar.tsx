/** Toolbar of the watch list: search, filter and order. */
import { useCallback } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { useDebouncedText } from '#src/hooks/use-debounced-text.ts';
import type { WatchSearch } from './use-watch-list-search-params.ts';
import styles from './watch-list-toolbar.module.css';

export function WatchListToolbar(props: {
  readonly search: WatchSearch;
  readonly onChange: (part: Partial<WatchSearch>) => void;
}) {
  const { search, onChange } = props;
  const setQuery = useCallback((q: string) => onChange({ q }), [onChange]);
  const [q, setQ] = useDebouncedText(search.q, setQuery);
  return (
    <div className="end">
      <label className={`pick ${styles['pick--search']}`}>
        <Icon name="search" />
        <span className="vh">{copy.searchLabel}</span>
        <input
          type="search"
          placeholder={copy.search}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </label>
      <ToolbarSelect
        label={copy.show}
        value={search.filter}
        options={copy.filters}
        onPick={(filter) => onChange({ filter })}
      />
      <ToolbarSelect
        label={copy.order}
        value={search.order}
        options={copy.orders}
        onPick={(order) => onChange({ order })}
      />
    </div>
  );
}

function ToolbarSelect<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onPick: (value: Value) => void;
}) {
  const entries = Object.entries(props.options) as [Value, string][];
  return (
    <label className="pick">
      <span className={styles.pick__l}>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onPick(event.target.value as Value)}>
        {entries.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
