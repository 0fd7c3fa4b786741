/** State of the threshold form: what is written, the price it suggests until one is typed, and the last valid threshold. */
import { useState } from 'react';
import { lowestPrice } from '#domain/lowest-price.ts';
import type { Condition, Target } from '#domain/threshold.ts';
import { collectiblesOf } from '#domain/threshold-target.ts';
import type { Collectible, ThresholdDraft } from '#store/api/api-types.ts';
import { useMergeLivePrice } from '../prices/use-live-price.ts';
import {
  defaultValueFor,
  endOfDay,
  type FormValues,
  priceFieldText,
  toThresholdDraft,
} from './threshold-draft.ts';

export function useThresholdDraft(
  initial: () => FormValues,
  {
    currency,
    collectibles,
  }: {
    readonly currency: string;
    readonly collectibles: readonly Collectible[];
  },
) {
  const [{ draft, valid }, setState] = useState(() => {
    const first = initial();
    return { draft: first, valid: validOf(first, currency) };
  });
  const withLivePrice = useMergeLivePrice();
  const set = (part: Partial<FormValues>) => {
    const next = { ...draft, ...part };
    setState((old) => ({ draft: next, valid: validOf(next, currency) ?? old.valid }));
  };
  const suggested = (target: Target, condition: Condition) => {
    const watched = collectiblesOf(collectibles, target).map(withLivePrice);
    return defaultValueFor(condition, lowestPrice(watched.map(({ floorCents }) => floorCents)));
  };
  const current = toThresholdDraft(draft, currency);
  const isValid = !('field' in current);
  // Another target is shown at once, even before its price is valid.
  const lastValid = valid && { ...valid, target: draft.target };
  return {
    draft,
    /** null while something written is not valid. */
    threshold: isValid ? current : null,
    error: isValid ? null : current,
    /** The last valid rule, on the target chosen now; null before the first. */
    lastValid,
    setTarget: (next: Target) =>
      set({
        target: next,
        ...(draft.isTyped ? {} : { text: suggested(next, draft.condition) }),
      }),
    // A typed price stays between "baja de" and "sube de"; another condition has another unit.
    setCondition: (condition: Condition) => {
      const isReusable = draft.isTyped && isPrice(condition) && isPrice(draft.condition);
      set(
        isReusable
          ? { condition }
          : { condition, text: suggested(draft.target, condition), isTyped: false },
      );
    },
    setText: (text: string) => set({ text, isTyped: true }),
    setPrice: (cents: number) => set({ text: priceFieldText(cents), isTyped: true }),
    /** @param day as a date field has it; empty = never */
    setExpiry: (day: string) => set({ expiresAt: endOfDay(day), isExpiryChosen: true }),
    set,
  };
}

/** For the preview: its expiry counts for nothing, and an invalid band as the usual one. */
function validOf(draft: FormValues, currency: string): ThresholdDraft | null {
  const rule = { ...draft, isExpiryChosen: false };
  let threshold = toThresholdDraft(rule, currency);
  if ('field' in threshold && threshold.field === 'band')
    threshold = toThresholdDraft({ ...rule, bandText: '3' }, currency);
  return 'field' in threshold ? null : threshold;
}

const isPrice = (condition: Condition) => condition === 'below' || condition === 'above';
