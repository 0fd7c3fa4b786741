/**
 * Virtualised ARIA grid: only the rows near the viewport are rendered. Roving tabindex: one row is in the tab order;
 * arrows, Page, Home and End move it. The page scrolls, not the grid.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useRovingTabIndex } from './use-roving-tabindex.ts';

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
const overscan = 8;
/** Covered by the top bar and the list's sticky head, and by the bar at the bottom of phones. */
const coveredPx = { above: 112, below: 80 };
const nearEndRows = 60;

export function VirtualGrid(props: VirtualGridProps) {
  const { count, total, keyOf } = props;
  const isWhole = count <= virtualizeAbove;
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const top = useTopInPage(body, !isWhole);
  const roving = useRovingTabIndex(grid, { count, keyOf });
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    enabled: !isWhole,
    count,
    estimateSize: () => props.rowHeight,
    getItemKey: keyOf,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: coveredPx.above,
    scrollPaddingEnd: coveredPx.below,
    // The focused row stays rendered, however far away it is scrolled.
    rangeExtractor: ({ startIndex, endIndex, overscan: extra }) =>
      withPinned(
        Math.max(0, startIndex - extra),
        Math.min(count - 1, endIndex + extra),
        roving.pinned,
      ),
  });
  const { startIndex, endIndex } = isWhole
    ? { startIndex: 0, endIndex: Math.max(0, count - 1) }
    : (virtualizer.range ?? { startIndex: 0, endIndex: 0 });
  const tabStopIndex = roving.pinned ?? Math.min(Math.max(roving.active, startIndex), endIndex);
  useNearEnd(count > 0 && endIndex >= count - nearEndRows, count, props.onNearEnd);
  const onKeyDown = roving.handler({
    // No reading of the layout: rows may be a little higher than said.
    page: Math.max(1, Math.floor(innerHeight / props.rowHeight) - 1),
    scrollTo: (index) =>
      isWhole
        ? body.current?.children[index]?.scrollIntoView({ block: 'nearest' })
        : virtualizer.scrollToIndex(index),
  });
  const rowOf = (index: number) =>
    props.row(index, { rowIndex: index + 2, tabIndex: index === tabStopIndex ? 0 : -1 });
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
        <div role="rowgroup" ref={body}>
          {Array.from({ length: count }, (_, index) => (
            <div key={keyOf(index)} role="presentation" className="vrow" data-index={index}>
              {rowOf(index)}
            </div>
          ))}
        </div>
      ) : (
        <div
          role="rowgroup"
          className="vrows"
          ref={body}
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              role="presentation"
              className="vrow"
              data-index={index}
              ref={virtualizer.measureElement}
              style={{ top: `${start - top}px` }}
            >
              {rowOf(index)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function withPinned(first: number, last: number, pinned: number | null): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (pinned === null) return indexes;
  if (pinned < first) return [pinned, ...indexes];
  return pinned > last ? [...indexes, pinned] : indexes;
}

/** Offset of an element from the top of the page, in pixels; measured again whenever the page changes its size. */
function useTopInPage(element: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, isNeeded]);
  return top;
}

/** Calls back once per list length at which the end came near. */
function useNearEnd(isNear: boolean, count: number, onNearEnd: (() => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run for a longer list, not for a new function
  useEffect(() => {
    if (isNear) onNearEnd?.();
  }, [isNear, count]);
}
