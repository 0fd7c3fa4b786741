/** A threshold being written, debounced: one backtest per pause, not per key. */
import { useEffect, useMemo, useState } from 'react';
import type { UmbralInput } from '#store/api/api-types.ts';

const debounceMs = 350;
/** Period of a backtest. */
export const previewDays = 30;

export type UmbralDraft = Pick<
  UmbralInput,
  'objetivo' | 'condicion' | 'valor' | 'moneda' | 'banda'
>;

/** The part of a threshold that a backtest needs. */
export const toDraft = ({
  objetivo,
  condicion,
  valor,
  moneda,
  banda,
}: UmbralInput): UmbralDraft => ({
  objetivo,
  condicion,
  valor,
  moneda,
  ...(banda === undefined ? {} : { banda }),
});

/** @returns the draft as it was before the last pause; the same object while nothing changes */
export function useDebouncedDraft(draft: UmbralDraft | null): UmbralDraft | null {
  const text = JSON.stringify(draft);
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(debounced) as UmbralDraft | null, [debounced]);
}
