/** Which row of a grid is the active one, and the keys that move it. The focus stays on the same control of the row. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface RowMoves {
  /** How many rows a page has. */
  readonly page: number;
  /** Scrolls to a row. */
  readonly show: (index: number) => void;
}

const controlsOf = (row: Element | null | undefined): HTMLElement[] =>
  row ? [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')] : [];

export function useRovingTabIndex(grid: RefObject<HTMLElement | null>, count: number) {
  const [asked, setAsked] = useState(0);
  const [isInside, setInside] = useState(false);
  const active = Math.max(0, Math.min(asked, count - 1));
  const waiting = useRef<{ readonly index: number; readonly stop: number } | null>(null);

  // The row may have to be made first.
  useLayoutEffect(() => {
    const wanted = waiting.current;
    if (wanted === null) return;
    const controls = controlsOf(grid.current?.querySelector(`[data-index="${wanted.index}"]`));
    const control = controls[Math.min(wanted.stop, controls.length - 1)];
    if (control === undefined) return;
    waiting.current = null;
    control.focus({ preventScroll: true });
  });

  return {
    active,
    /** The row that must exist, because the focus is in it; null when it is elsewhere. */
    kept: isInside && count > 0 ? active : null,
    onFocus({ target }: FocusEvent) {
      const index = indexOf(target);
      if (index === null) return;
      setAsked(index);
      setInside(true);
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!grid.current?.contains(relatedTarget)) setInside(false);
    },
    handler:
      ({ page, show }: RowMoves) =>
      (event: KeyboardEvent) => {
        const target = event.target as HTMLElement;
        const index = indexOf(target);
        if (index === null || event.altKey || event.metaKey) return;
        const controls = controlsOf(target.closest('[data-index]'));
        const stop = Math.max(0, controls.indexOf(target));
        const beside = { ArrowLeft: stop - 1, ArrowRight: stop + 1 }[event.key];
        const rows: Record<string, number> = {
          ArrowUp: index - 1,
          ArrowDown: index + 1,
          PageUp: index - page,
          PageDown: index + page,
          Home: 0,
          End: count - 1,
        };
        const next = rows[event.key];
        if (beside === undefined && next === undefined) return;
        event.preventDefault();
        if (beside !== undefined) controls[beside]?.focus();
        if (next === undefined) return;
        const to = Math.max(0, Math.min(next, count - 1));
        if (to === index) return;
        waiting.current = { index: to, stop };
        setAsked(to);
        show(to);
      },
  };
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset.index);
}
