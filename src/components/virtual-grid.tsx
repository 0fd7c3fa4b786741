/**
 * A list of any length as a grid: only the rows near the window exist. One row at a time takes part in Tab; arrows, Page,
 * Home and End move it. The page scrolls, not the list.
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

/** Where a row stands; to be written on its element and on what it can be operated with. */
export interface RowPosition {
  /** `aria-rowindex`: the head is 1. */
  readonly rowIndex: number;
  /** Of every control of the row. */
  readonly tabIndex: 0 | -1;
}

export interface RowGridProps {
  readonly label: string;
  readonly className?: string;
  /** An element of role `row`. */
  readonly head: ReactNode;
  readonly count: number;
  /** How many there are in all; null while that is not known. */
  readonly total: number | null;
  /** Of a row not seen yet, in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number, place: RowPosition) => ReactNode;
  /** The last rows are near: more may be fetched. */
  readonly onNearEnd?: () => void;
}

/** Shorter lists stay whole: for the browser's own search, and for print. */
const wholeUpTo = 120;
const overscan = 8;
/** What the bars above and below the page cover. */
const coveredPx = 80;
const nearEndRows = 60;

export function VirtualGrid(props: RowGridProps) {
  const { count, total, keyOf } = props;
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const top = useTopInPage(body);
  const keys = useRovingTabIndex(grid, count);
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count,
    estimateSize: () => props.rowHeight,
    getItemKey: keyOf,
    overscan: count <= wholeUpTo ? count : overscan,
    scrollMargin: top,
    scrollPaddingStart: coveredPx,
    scrollPaddingEnd: coveredPx,
    // Whoever is in a row keeps it, however far they look away.
    rangeExtractor: ({ startIndex, endIndex, overscan: extra }) =>
      withKept(Math.max(0, startIndex - extra), Math.min(count - 1, endIndex + extra), keys.kept),
  });
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const stop = keys.kept ?? Math.min(Math.max(keys.active, startIndex), endIndex);
  useNearEnd(count > 0 && endIndex >= count - nearEndRows, count, props.onNearEnd);
  const onKeyDown = keys.handler({
    page: Math.max(1, endIndex - startIndex - 1),
    show: (index) => virtual.scrollToIndex(index),
  });
  return (
    <div
      className={props.className}
      role="grid"
      aria-label={props.label}
      aria-rowcount={total === null ? -1 : total + 1}
      ref={grid}
      onKeyDown={onKeyDown}
      onFocus={keys.onFocus}
      onBlur={keys.onBlur}
      // The controls of its rows take the focus.
      tabIndex={-1}
    >
      <div role="rowgroup">{props.head}</div>
      <div
        role="rowgroup"
        className="vrows"
        ref={body}
        style={{ height: `${virtual.getTotalSize()}px` }}
      >
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="presentation"
            className="vrows__row"
            data-index={index}
            ref={virtual.measureElement}
            style={{ top: `${start - top}px` }}
          >
            {props.row(index, { rowIndex: index + 2, tabIndex: index === stop ? 0 : -1 })}
          </div>
        ))}
      </div>
    </div>
  );
}

function withKept(first: number, last: number, kept: number | null): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (kept === null || (kept >= first && kept <= last)) return indexes;
  return kept < first ? [kept, ...indexes] : [...indexes, kept];
}

/** How far down the page an element begins; followed while what is above it grows and shrinks. */
function useTopInPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const box = element.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [element]);
  return top;
}

/** Told once for each length at which the end came near. */
function useNearEnd(isNear: boolean, count: number, tell: (() => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list, not a new function, is the news
  useEffect(() => {
    if (isNear) tell?.();
  }, [isNear, count]);
}
