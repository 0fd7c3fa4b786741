/** The watch list: a virtual grid, searchable and filterable, each row with live prices. */
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, Skeleton } from '#src/components/async-states.tsx';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { filterAndSortRows, type WatchRow } from '#src/features/watch-list/watch-list-rows.ts';
import type { Match } from '#store/api/api-types.ts';
import { isListInUse } from './is-list-in-use.ts';
import { useSampledRows } from './use-watch-list.ts';
import { useWatchListSearchParams } from './use-watch-list-search-params.ts';
import { WatchListHeader } from './watch-list-header.tsx';
import { WatchListRow } from './watch-list-row.tsx';
import styles from './watch-list-section.module.css';
import { WatchListToolbar } from './watch-list-toolbar.tsx';

const rowHeight = 64;

export function WatchListSection(props: {
  /** Rows as loaded, before live prices; null until then. */
  readonly loadedRows: readonly WatchRow[] | null;
  readonly matchById: ReadonlyMap<string, Match>;
  readonly thresholds: number;
  readonly onEditThreshold: (row: WatchRow) => void;
  /** Replaces the empty state of a new account. */
  readonly first: ReactNode;
  /** The error state; replaces the skeleton. */
  readonly children: ReactNode;
}) {
  const { loadedRows, matchById, onEditThreshold } = props;
  const { search, set } = useWatchListSearchParams();
  const { q, filter, order } = search;
  const grid = useRef<HTMLDivElement>(null);
  // Rows are reordered as prices change, but not while the list is hovered or focused.
  const isPaused = useCallback(() => isListInUse(grid.current), []);
  const rows = useSampledRows(loadedRows, isPaused);
  const shown = useMemo(
    () => filterAndSortRows(rows, { q, filter, order }),
    [rows, q, filter, order],
  );
  return (
    <>
      <div className={loadedRows?.length === 0 && props.first ? 'vh' : 'sec-h'}>
        <h2 className="title" id="watch-list">
          {copy.listTitle}
        </h2>
        {rows.length > 0 && <WatchListToolbar search={search} onChange={set} />}
      </div>
      {props.children || (loadedRows === null && <Skeleton rows={5} label={copy.loading} />)}
      {loadedRows?.length === 0 && props.first}
      {loadedRows?.length === 0 && !props.first && (
        <EmptyState
          title={copy.emptyTitle}
          action={{ label: copy.addMatch, to: '/dashboard/partidos' }}
        >
          {copy.empty}
        </EmptyState>
      )}
      {rows.length > 0 && shown.length === 0 && (
        <EmptyState
          title={copy.noneTitle}
          action={{ label: copy.clear, onClick: () => set({ q: '', filter: 'all' }) }}
        >
          {copy.none}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div ref={grid}>
          <VirtualGrid
            label={copy.listLabel}
            className={styles.watch}
            head={<WatchListHeader />}
            count={shown.length}
            total={shown.length}
            rowHeight={rowHeight}
            keyOf={(index) => shown[index]?.key ?? ''}
            row={(index, { rowIndex, tabIndex }) => {
              const row = shown[index];
              return (
                row && (
                  <WatchListRow
                    row={row}
                    match={matchById.get(row.item.matchId)}
                    rowIndex={rowIndex}
                    tabIndex={tabIndex}
                    onEditThreshold={onEditThreshold}
                  />
                )
              );
            }}
          />
        </div>
      )}
      {props.thresholds > 0 && (
        <p className="meta watch__all">
          <Link className="hit" to="/dashboard/umbrales">
            {copy.allThresholds(props.thresholds)}
          </Link>
        </p>
      )}
    </>
  );
}
