/** Redirects to the provider's checkout page, to subscribe or to change the card. */
import { useEffect } from 'react';
import { type DisplayError, toDisplayError } from '#src/features/errors/to-display-error.ts';
import type { PaidPlan } from '#store/api/api-types.ts';
import { useBeginCardChangeMutation, useBeginCheckoutMutation } from '#store/api/billing-api.ts';
import { redirectTo } from './redirect-to.ts';

export interface Checkout {
  /** What is being requested or redirected to. */
  readonly redirectingTo: PaidPlan | 'card' | null;
  readonly error: DisplayError | null;
  subscribe(plan: PaidPlan): Promise<void>;
  changeCard(): Promise<void>;
}

export function useCheckout(): Checkout {
  const [checkout, subscribing] = useBeginCheckoutMutation();
  const [card, changing] = useBeginCardChangeMutation();
  const resetErrors = () => {
    subscribing.reset();
    changing.reset();
  };
  useReturnByHistory(resetErrors);
  const isRedirecting = (one: { readonly isLoading: boolean; readonly isSuccess: boolean }) =>
    one.isLoading || one.isSuccess;
  return {
    redirectingTo: isRedirecting(subscribing)
      ? (subscribing.originalArgs ?? null)
      : isRedirecting(changing)
        ? 'card'
        : null,
    error: toDisplayError(subscribing.error ?? changing.error),
    async subscribe(plan) {
      resetErrors();
      const { data } = await checkout(plan);
      if (data) redirectTo(data.url);
    },
    async changeCard() {
      resetErrors();
      const { data } = await card();
      if (data) redirectTo(data.url);
    },
  };
}

/** The back button may restore the page from the bfcache: its buttons must work again. */
function useReturnByHistory(onReturn: () => void): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  });
}
