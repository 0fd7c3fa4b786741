/** Debounces a text field (150 ms) before it updates the URL and the query. */
import { useEffect, useState } from 'react';

const debounceMs = 150;

/**
 * @param value the settled value; when it changes from outside (e.g. the URL), it replaces the typed text
 * @returns the text to show, and its setter
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState<{ readonly text: string; readonly base: string } | null>(null);
  const isSettled = typed === null || typed.base !== value;
  const text = isSettled ? value : typed.text;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSettled]);
  return [text, (next) => setTyped({ text: next, base: value })];
}
