/** Keys of the signed-in area: Ctrl or ⌘ with K, `?`, `n`, `t`, and `g` followed by a section's letter. */
import { useEffect, useRef } from 'react';
import { sectionShortcuts } from './sections.ts';

export interface CommandKeys {
  readonly onMenu: () => void;
  readonly onHelp: () => void;
  readonly onCreate: () => void;
  readonly onTheme: () => void;
  readonly onGoTo: (path: string) => void;
}

/** How long `g` waits for its letter. */
const sequenceMs = 1_500;

export function useCommandKeys(keys: CommandKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let sequenceStartedAtMs = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (event.ctrlKey || event.metaKey) {
        if (key !== 'k' || event.shiftKey || isDialogOpen()) return;
        event.preventDefault();
        latest.current.onMenu();
        return;
      }
      if (isTakenByPage(event)) return;
      const isSecond = event.timeStamp - sequenceStartedAtMs < sequenceMs;
      sequenceStartedAtMs = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const section = sectionShortcuts.find((one) => one.key === key);
      if (isSecond && section !== undefined) latest.current.onGoTo(section.to);
      else if (key === '?') latest.current.onHelp();
      else if (key === 'n') latest.current.onCreate();
      else if (key === 't') latest.current.onTheme();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A letter pressed where somebody types, or under a dialog, is no command. */
export const isTakenByPage = (event: KeyboardEvent): boolean =>
  isTyping(event.target) || isDialogOpen();

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** A letter is text in a field, and chooses an option of a list. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
  ) !== null;
