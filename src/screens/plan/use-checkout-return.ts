/** Return from checkout (`?pago=<session id>` or `?pago=cancelado`): polls its result until it is synced. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { type DisplayError, toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useReplacedSearchParams } from '#src/hooks/use-replaced-search-params.ts';
import type { CheckoutResult } from '#store/api/api-types.ts';
import { useGetCheckoutQuery } from '#store/api/billing-api.ts';

const parameter = 'pago';
const cancelledValue = 'cancelado';
const pollIntervalMs = 2_000;
const slowPollIntervalMs = 15_000;
/** After this long, an activation is shown as late. */
export const lateAfterMs = 30_000;

export interface CheckoutReturn {
  readonly status: 'none' | 'cancelled' | 'loading' | 'error' | 'loaded';
  readonly result: CheckoutResult | null;
  readonly error: DisplayError | null;
  readonly isLate: boolean;
  /** Completed at the provider but not recorded here yet: the user must not pay twice. */
  readonly isPending: boolean;
  retry(): void;
  /** Removes the banner and the URL parameter. */
  dismiss(): void;
}

export function useCheckoutReturn(): CheckoutReturn {
  const [search, setSearch] = useReplacedSearchParams();
  const [id, setId] = useState(search.get(parameter) ?? '');
  const hasSession = id !== '' && id !== cancelledValue;
  const [pollingInterval, setPollingInterval] = useState<number>(0);
  const {
    currentData,
    error: queryError,
    refetch,
  } = useGetCheckoutQuery(hasSession ? id : skipToken, {
    pollingInterval,
    skipPollingIfUnfocused: true,
  });
  const isPending =
    currentData !== undefined &&
    !currentData.synced &&
    (currentData.outcome === 'paid' || currentData.outcome === 'card_updated');
  const isLate = useIsLate(isPending);
  const nextInterval = isPending ? (isLate ? slowPollIntervalMs : pollIntervalMs) : 0;
  if (nextInterval !== pollingInterval) setPollingInterval(nextInterval);
  const isOver = id === cancelledValue || (currentData !== undefined && !isPending);
  useEffect(() => {
    // Shown once: neither a reload nor the history shows it again.
    if (isOver) setSearch({ [parameter]: null });
  }, [isOver, setSearch]);
  const error = currentData === undefined ? toDisplayError(queryError) : null;
  return {
    status: statusOf(id, currentData !== undefined, error),
    result: currentData ?? null,
    error,
    isLate,
    isPending,
    retry: () => void refetch(),
    dismiss: () => {
      setId('');
      setSearch({ [parameter]: null });
    },
  };
}

function statusOf(
  id: string,
  isLoaded: boolean,
  error: DisplayError | null,
): CheckoutReturn['status'] {
  if (id === '') return 'none';
  if (id === cancelledValue) return 'cancelled';
  if (isLoaded) return 'loaded';
  return error === null ? 'loading' : 'error';
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
