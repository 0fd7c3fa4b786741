/** The rows of a long grid near the viewport, each in its place. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNearEnd } from './use-near-end.ts';

export interface VirtualRowsHandle {
  scrollToIndex(index: number): void;
}

const overscan = 8;
/** Covered by the top bar and the list's sticky head, and by the bar at the bottom of phones. */
const coveredPx = { above: 112, below: 80 };
const nearEndRows = 60;

export function VirtualRows(props: {
  readonly ref: Ref<VirtualRowsHandle>;
  readonly count: number;
  /** Estimated height of a row not yet measured, pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  /** The row that Tab reaches where it is on screen. */
  readonly active: number;
  /** The row with the focus, which stays rendered, however far away it is scrolled. */
  readonly pinned: number | null;
  readonly row: (index: number, tabStopIndex: number) => ReactNode;
  readonly onNearEnd: (() => void) | undefined;
}) {
  const { count, pinned } = props;
  const body = useRef<HTMLDivElement>(null);
  const top = useTopInPage(body);
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count,
    estimateSize: () => props.rowHeight,
    getItemKey: props.keyOf,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: coveredPx.above,
    scrollPaddingEnd: coveredPx.below,
    rangeExtractor: ({ startIndex, endIndex, overscan: extra }) =>
      withPinned(Math.max(0, startIndex - extra), Math.min(count - 1, endIndex + extra), pinned),
  });
  useImperativeHandle(
    props.ref,
    () => ({ scrollToIndex: (index) => virtualizer.scrollToIndex(index) }),
    [virtualizer],
  );
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const tabStopIndex = pinned ?? Math.min(Math.max(props.active, startIndex), endIndex);
  useNearEnd(endIndex >= count - nearEndRows, count, props.onNearEnd);
  return (
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
          {props.row(index, tabStopIndex)}
        </div>
      ))}
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
function useTopInPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
