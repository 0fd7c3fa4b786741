/**
 * ARIA grid of a long list: only the rows near the viewport are rendered. Roving tabindex: one row is in the tab order;
 * arrows, Page, Home and End move it. The page scrolls, not the grid.
 */
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useNearEnd } from './use-near-end.ts';
import { useRovingTabIndex } from './use-roving-tabindex.ts';
import type { VirtualRowsHandle } from './virtual-rows.tsx';

/** Accessibility attributes of a row and its controls. */
export interface RowPosition {
  /** `aria-rowindex`: the head is 1. */
  readonly rowIndex: number;
  /** Of every control of the row. */
  readonly tabIndex: 0 | -1;
}

export interface VirtualGridProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** An element of role `row`. */
  readonly head: ReactNode;
  readonly count: number;
  /** Rows in all, loaded or not; null = unknown. */
  readonly total: number | null;
  /** Estimated height of a row not yet measured, pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number, position: RowPosition) => ReactNode;
  /** Called when the last rows come near, to load more. */
  readonly onNearEnd?: () => void;
}

/** Shorter lists are rendered completely, and nothing is measured: for the browser's find in page, print, and the first paint. */
const virtualizeAbove = 120;

/** Loaded for the first longer list: a first load has none. */
const VirtualRows = lazy(async () => ({
  default: (await import('./virtual-rows.tsx')).VirtualRows,
}));

export function VirtualGrid(props: VirtualGridProps) {
  const { count, total, keyOf } = props;
  const isWhole = count <= virtualizeAbove;
  const grid = useRef<HTMLDivElement>(null);
  const virtualRows = useRef<VirtualRowsHandle>(null);
  const roving = useRovingTabIndex(grid, { count, keyOf });
  useNearEnd(isWhole && count > 0, count, props.onNearEnd);
  const onKeyDown = roving.handler({
    // No reading of the layout: rows may be a little higher than said.
    page: Math.max(1, Math.floor(innerHeight / props.rowHeight) - 1),
    scrollTo: (index) =>
      virtualRows.current === null
        ? grid.current
            ?.querySelector(`[data-index="${index}"]`)
            ?.scrollIntoView({ block: 'nearest' })
        : virtualRows.current.scrollToIndex(index),
  });
  const rowOf = (index: number, tabStopIndex: number) =>
    props.row(index, { rowIndex: index + 2, tabIndex: index === tabStopIndex ? 0 : -1 });
  const firstRows = (
    <div role="rowgroup">
      {Array.from({ length: Math.min(count, virtualizeAbove) }, (_, index) => (
        <div key={keyOf(index)} role="presentation" className="vrow" data-index={index}>
          {rowOf(index, roving.active)}
        </div>
      ))}
    </div>
  );
  return (
    <div
      className={props.className}
      role="grid"
      aria-label={props.label}
      aria-rowcount={total === null ? -1 : total + 1}
      ref={grid}
      onKeyDown={onKeyDown}
      onFocus={roving.onFocus}
      onBlur={roving.onBlur}
      // Focus goes to the controls of its rows.
      tabIndex={-1}
    >
      <div role="rowgroup" className="vhead">
        {props.head}
      </div>
      {isWhole ? (
        firstRows
      ) : (
        <ErrorBoundary fallback={firstRows}>
          <Suspense fallback={firstRows}>
            <VirtualRows
              ref={virtualRows}
              count={count}
              rowHeight={props.rowHeight}
              keyOf={keyOf}
              active={roving.active}
              pinned={roving.pinned}
              row={rowOf}
              onNearEnd={props.onNearEnd}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
