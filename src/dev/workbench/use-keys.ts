/** Single-key shortcuts of the workbench, disabled while the user types. */
import { useEffect, useRef } from 'react';

/** @param keys by `KeyboardEvent.key` in lower case */
export function useKeys(keys: Readonly<Partial<Record<string, () => void>>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const handler = current.current[event.key.toLowerCase()];
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
