/**
 * Roving tabindex of a grid: the active row and the keys that move it. The focus keeps its column, and the active row
 * stays active when another order moves it.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface RowMoves {
  /** Rows per Page Up or Page Down. */
  readonly page: number;
  /** Scrolls to a row. */
  readonly scrollTo: (index: number) => void;
}

/** Items of an open menu have keys of their own. */
const controlSelector = 'a[href], button:not(:disabled, [role=menuitem]), input:not(:disabled)';

const controlsOf = (row: Element | null | undefined): HTMLElement[] =>
  row ? [...row.querySelectorAll<HTMLElement>(controlSelector)].filter(isShown) : [];

/** Whether it can be focused: a row may have controls for one width alone. */
function isShown(control: HTMLElement): boolean {
  let element: HTMLElement | null = control;
  while (element !== null && element.dataset.index === undefined) {
    if (getComputedStyle(element).display === 'none') return false;
    element = element.parentElement;
  }
  return true;
}

/** Rows of the grid: how many, and what each is known by. */
export interface RovingRows {
  readonly count: number;
  readonly keyOf: (index: number) => string;
}

export function useRovingTabIndex(grid: RefObject<HTMLElement | null>, rows: RovingRows) {
  const [requested, setRequested] = useState({ index: 0, key: '' });
  const [isInside, setInside] = useState(false);
  const { count, keyOf } = rows;
  const active = activeIndex(requested, rows);
  const setActive = (index: number) => setRequested({ index, key: keyOf(index) });
  if (count > 0 && (active !== requested.index || keyOf(active) !== requested.key))
    setActive(active);
  const pendingFocus = useRef<{ readonly index: number; readonly controlIndex: number } | null>(
    null,
  );

  // Runs after each render: a virtualised row may have to be rendered before it can be focused.
  useLayoutEffect(() => {
    const target = pendingFocus.current;
    if (target === null) return;
    const controls = controlsOf(grid.current?.querySelector(`[data-index="${target.index}"]`));
    const control = controls[Math.min(target.controlIndex, controls.length - 1)];
    if (control === undefined) return;
    pendingFocus.current = null;
    control.focus({ preventScroll: true });
  });

  return {
    active,
    /** Index of the row with the focus, which must stay rendered; null without focus. */
    pinned: isInside && count > 0 ? active : null,
    onFocus({ target }: FocusEvent) {
      const index = indexOf(target);
      if (index === null) return;
      setActive(index);
      setInside(true);
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!grid.current?.contains(relatedTarget)) setInside(false);
    },
    handler:
      ({ page, scrollTo }: RowMoves) =>
      (event: KeyboardEvent) => {
        const target = event.target as HTMLElement;
        const index = indexOf(target);
        if (index === null || event.altKey || event.metaKey) return;
        const controls = controlsOf(target.closest('[data-index]'));
        const controlIndex = Math.max(0, controls.indexOf(target));
        // As in the lists that have no grid.
        const letters: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp' };
        const key = (event.ctrlKey ? undefined : letters[event.key]) ?? event.key;
        const beside = { ArrowLeft: controlIndex - 1, ArrowRight: controlIndex + 1 }[key];
        const rows: Record<string, number> = {
          ArrowUp: index - 1,
          ArrowDown: index + 1,
          PageUp: index - page,
          PageDown: index + page,
          Home: 0,
          End: count - 1,
        };
        const next = rows[key];
        if (beside === undefined && next === undefined) return;
        event.preventDefault();
        if (beside !== undefined) controls[beside]?.focus();
        if (next === undefined) return;
        const to = Math.max(0, Math.min(next, count - 1));
        if (to === index) return;
        pendingFocus.current = { index: to, controlIndex };
        setActive(to);
        scrollTo(to);
      },
  };
}

/** The requested row, wherever it now is; in the place of one that is gone, the row that took it. */
function activeIndex(requested: { index: number; key: string }, rows: RovingRows): number {
  const { count, keyOf } = rows;
  const inPlace = Math.max(0, Math.min(requested.index, count - 1));
  if (count === 0 || requested.key === '' || keyOf(inPlace) === requested.key) return inPlace;
  for (let index = 0; index < count; index += 1) if (keyOf(index) === requested.key) return index;
  return inPlace;
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset.index);
}
