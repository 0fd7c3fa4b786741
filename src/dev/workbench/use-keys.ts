/** Single-key shortcuts of the workbench, disabled while the user types. */
import { useEffect, useRef } from 'react';

type Keys = Readonly<Partial<Record<string, () => void>>>;

/**
 * @param keys by `KeyboardEvent.key` in lower case
 * @param onDigit called with 0 to 9 for keys 1 to 9 and then 0, as they lie
 */
export function useKeys(keys: Keys, onDigit?: (index: number) => void): void {
  const current = useRef({ keys, onDigit });
  current.current = { keys, onDigit };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^\d$/.test(event.key)) current.current.onDigit?.((Number(event.key) + 9) % 10);
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
