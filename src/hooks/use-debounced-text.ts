/** Text as it is typed, told once the typing rests: the address and what is asked for with it follow words, not letters. */
import { useEffect, useState } from 'react';

const debounceMs = 150;

/**
 * @param value what was told last, or what came otherwise, from the address for instance
 * @returns what the field shows, and what to call with what is typed
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const isResting = typed === null || typed.over !== value;
  const text = isResting ? value : typed.text;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSettled]);
  return [text, (next) => setTyped({ text: next, over: value })];
}
