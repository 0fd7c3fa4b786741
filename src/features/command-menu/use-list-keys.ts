/**
 * Keys of a list: `j` and `k` move the focus to the next and the last row, `x` and `e` press the row's control that names the
 * key (`aria-keyshortcuts`). A grid moves within its rows by itself.
 */
import { type RefObject, useEffect } from 'react';
import { isTakenByPage } from './use-command-keys.ts';

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (isTakenByPage(event)) return;
      const controls = controlsOf(list.current, 'x');
      const row = rowOf(document.activeElement);
      const at = row === null ? -1 : controls.findIndex((control) => rowOf(control) === row);
      const step = steps[key];
      if (step !== undefined) {
        const next = at === -1 ? controls.find(isTabStop) : controls[at + step];
        next?.focus();
        next?.scrollIntoView({ block: 'nearest' });
      } else if (at !== -1 && (key === 'x' || key === 'e')) controlsOf(row, key)[0]?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
}

const controlsOf = (part: Element | null, key: string): HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? []),
];

const rowOf = (element: Element | null): Element | null =>
  element?.closest('[role=row], li') ?? null;

/** Of a grid, the active row's. */
const isTabStop = ({ tabIndex }: HTMLElement): boolean => tabIndex >= 0;
