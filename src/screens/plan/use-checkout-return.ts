/** The way back from the card page, `?pago=<visit>` or `?pago=cancelado`: what became of it, asked until it is settled. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ApiProblem, toApiProblem } from '#src/features/errors/to-api-problem.ts';
import { useGetCheckoutQuery } from '#store/api/billing-api.ts';
import type { CheckoutResult } from '#store/api/types.ts';

const parameter = 'pago';
const left = 'cancelado';
const askAgainMs = 2_000;
const askSlowlyMs = 15_000;
/** After this long an activation is late, which is said. */
export const lateAfterMs = 30_000;

export interface CheckoutReturn {
  readonly status: 'none' | 'left' | 'asking' | 'unread' | 'known';
  readonly result: CheckoutResult | null;
  readonly problem: ApiProblem | null;
  readonly isLate: boolean;
  /** Done at the provider, and our books do not show it yet: nobody should pay twice. */
  readonly isPending: boolean;
  askAgain(): void;
  /** Takes its sentence off the page. */
  forget(): void;
}

export function useCheckoutReturn(): CheckoutReturn {
  const [search, setSearch] = useSearchParams();
  const [id, setId] = useState(search.get(parameter) ?? '');
  const isKnown = id !== '' && id !== left;
  const [wait, setWait] = useState<number>(0);
  const { currentData, error, refetch } = useGetCheckoutQuery(isKnown ? id : skipToken, {
    pollingInterval: wait,
  });
  const isPending =
    currentData !== undefined &&
    !currentData.settled &&
    (currentData.outcome === 'paid' || currentData.outcome === 'saved');
  const isLate = useIsLate(isPending);
  const wanted = isPending ? (isLate ? askSlowlyMs : askAgainMs) : 0;
  if (wanted !== wait) setWait(wanted);
  const isOver = id === left || (currentData !== undefined && !isPending);
  useEffect(() => {
    // Told once: a page loaded again, or found in the history, does not tell it anew.
    if (isOver) setSearch(withoutVisit, { replace: true });
  }, [isOver, setSearch]);
  const problem = currentData === undefined ? toApiProblem(error) : null;
  return {
    status: statusOf(id, currentData !== undefined, problem),
    result: currentData ?? null,
    problem,
    isLate,
    isPending,
    askAgain: () => void refetch(),
    forget: () => {
      setId('');
      setSearch(withoutVisit, { replace: true });
    },
  };
}

function withoutVisit(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(parameter);
  return rest;
}

function statusOf(
  id: string,
  isKnown: boolean,
  problem: ApiProblem | null,
): CheckoutReturn['status'] {
  if (id === '') return 'none';
  if (id === left) return 'left';
  if (isKnown) return 'known';
  return problem === null ? 'asking' : 'unread';
}

function useIsLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  return isLate;
}
