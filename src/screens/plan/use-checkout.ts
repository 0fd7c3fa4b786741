/** The ways to the provider's card page: to subscribe, and to give another card. */
import { useEffect } from 'react';
import { type ApiProblem, toApiProblem } from '#src/features/errors/to-api-problem.ts';
import { useBeginCardChangeMutation, useBeginCheckoutMutation } from '#store/api/billing-api.ts';
import type { PaidPlan } from '#store/api/types.ts';
import { redirectTo } from './redirect-to.ts';

export interface Checkout {
  /** Asked for, or on the way there. */
  readonly redirectingTo: PaidPlan | 'card' | null;
  readonly problem: ApiProblem | null;
  subscribe(plan: PaidPlan): Promise<void>;
  changeCard(): Promise<void>;
}

export function useCheckout(): Checkout {
  const [checkout, subscribing] = useBeginCheckoutMutation();
  const [card, changing] = useBeginCardChangeMutation();
  const forget = () => {
    subscribing.reset();
    changing.reset();
  };
  useReturnByHistory(forget);
  const isLeaving = (one: { readonly isLoading: boolean; readonly isSuccess: boolean }) =>
    one.isLoading || one.isSuccess;
  return {
    redirectingTo: isLeaving(subscribing)
      ? (subscribing.originalArgs ?? null)
      : isLeaving(changing)
        ? 'card'
        : null,
    problem: toApiProblem(subscribing.error ?? changing.error),
    async subscribe(plan) {
      forget();
      const { data } = await checkout(plan);
      if (data) redirectTo(data.url);
    },
    async changeCard() {
      forget();
      const { data } = await card();
      if (data) redirectTo(data.url);
    },
  };
}

/** The browser's “back” may show the page as it was left: its buttons must work again. */
function useReturnByHistory(onReturn: () => void): void {
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  });
}
