/** What is under watch, by nearness to the line: searched, filtered, of any length, each row following the stream. */
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, Skeleton } from '#src/components/async-states.tsx';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { filterAndSortRows, type WatchRow } from '#src/features/watch-list/watch-list-rows.ts';
import type { Match } from '#store/api/types.ts';
import { useSampledRows } from './use-watch-list.ts';
import { useWatchListSearchParams } from './use-watch-list-search-params.ts';
import { WatchListHeader } from './watch-list-header.tsx';
import { WatchListRow } from './watch-list-row.tsx';
import { WatchListToolbar } from './watch-list-toolbar.tsx';

const rowHeight = 64;

export function WatchList(props: {
  /** As they were read; null before that. */
  readonly read: readonly WatchRow[] | null;
  readonly matchOf: ReadonlyMap<string, Match>;
  readonly thresholds: number;
  readonly onBell: (row: WatchRow) => void;
  /** Why it could not be read; instead of waiting for it. */
  readonly children: ReactNode;
}) {
  const { read, matchOf, onBell } = props;
  const { view, set } = useWatchListSearchParams();
  const { search, filter, order } = view;
  const place = useRef<HTMLDivElement>(null);
  // Rows change places with their prices, but not under somebody's pointer or focus.
  const isHeld = useCallback(() => place.current?.matches(':hover, :focus-within') ?? false, []);
  const rows = useSampledRows(read, isHeld);
  const shown = useMemo(
    () => filterAndSortRows(rows, { search, filter, order }),
    [rows, search, filter, order],
  );
  return (
    <>
      <div className="sec-h">
        <h2 className="title" id="watch-list">
          {copy.listTitle}
        </h2>
        {rows.length > 0 && <WatchListToolbar view={view} onChange={set} />}
      </div>
      {props.children || (read === null && <Skeleton rows={5} label={copy.loading} />)}
      {read?.length === 0 && (
        <EmptyState
          title={copy.emptyTitle}
          action={
            <Link className="btn btn--primary" to="/dashboard/partidos">
              {copy.addMatch}
            </Link>
          }
        >
          {copy.empty}
        </EmptyState>
      )}
      {rows.length > 0 && shown.length === 0 && (
        <EmptyState title={copy.noneTitle}>{copy.none}</EmptyState>
      )}
      {shown.length > 0 && (
        <div ref={place}>
          <VirtualGrid
            label={copy.listLabel}
            className="watch"
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
                    match={matchOf.get(row.item.matchId)}
                    rowIndex={rowIndex}
                    tabIndex={tabIndex}
                    onBell={onBell}
                  />
                )
              );
            }}
          />
        </div>
      )}
      {props.thresholds > 0 && (
        <p className="meta watch__all">
          <Link className="hit" to="/dashboard/configuracion">
            {copy.allThresholds(props.thresholds)}
          </Link>
        </p>
      )}
    </>
  );
}
