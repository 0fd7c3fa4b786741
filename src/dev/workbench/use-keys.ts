/** Single keys for the workbench, silent while somebody types. */
import { useEffect, useRef } from 'react';

type Keys = Readonly<Partial<Record<string, () => void>>>;

/**
 * @param keys by `KeyboardEvent.key` in lower case
 * @param onDigit hears 1 to 9
 */
export function useKeys(keys: Keys, onDigit?: (digit: number) => void): void {
  const held = useRef({ keys, onDigit });
  held.current = { keys, onDigit };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^[1-9]$/.test(event.key)) held.current.onDigit?.(Number(event.key));
      const act = held.current.keys[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="file"]), textarea, select') !== null;
