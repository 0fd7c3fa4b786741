/** Single-key shortcuts of the workbench, disabled while the user types. */
import { useEffect, useRef } from 'react';

type Keys = Readonly<Partial<Record<string, () => void>>>;

/**
 * @param keys by `KeyboardEvent.key` in lower case
 * @param onDigit called for keys 1 to 9
 */
export function useKeys(keys: Keys, onDigit?: (digit: number) => void): void {
  const current = useRef({ keys, onDigit });
  current.current = { keys, onDigit };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^[1-9]$/.test(event.key)) current.current.onDigit?.(Number(event.key));
      const handler = current.current.keys[event.key.toLowerCase()];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="file"]), textarea, select') !== null;
