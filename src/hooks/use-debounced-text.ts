/** Debounces a text field (150 ms) before it updates the URL and the query. */
import { useEffect, useState } from 'react';

const debounceMs = 150;

/** Typed text that the value does not have yet. */
interface Draft {
  readonly text: string;
  /** The value it was typed over. */
  readonly base: string;
  /** Texts passed to `onSettled` since: the value will become each, or the last alone. */
  readonly settled: readonly string[];
}

/**
 * @param value the settled value; when it changes from outside (e.g. the URL), it replaces the typed text
 * @returns the text to show, and its setter
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = draft && rebase(draft, value);
  // A finished draft is deleted: the value may return to the one it was typed over.
  if (current !== draft) setDraft(current);
  const text = current?.text ?? value;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setDraft((latest) => latest && { ...latest, settled: [...latest.settled, text] });
      onSettled(text);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSettled]);
  return [text, (next) => setDraft({ text: next, base: value, settled: current?.settled ?? [] })];
}

/** @returns null once the value has the draft's text, or was changed from outside */
function rebase(draft: Draft, value: string): Draft | null {
  if (value === draft.base) return draft;
  const arrived = draft.settled.indexOf(value);
  if (arrived < 0 || value === draft.text) return null;
  return { ...draft, base: value, settled: draft.settled.slice(arrived + 1) };
}
