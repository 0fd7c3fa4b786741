/** Polls the alert history while a recent mail is pending, as mail delivery sends no event. */
import { type AlertHistoryFilter, useGetAlertHistoryInfiniteQuery } from '#store/api/alerts-api.ts';
import type { AlertItem } from '#store/api/api-types.ts';

const pollIntervalMs = 10_000;
/** A mail pending for longer waits for quiet hours or for a confirmed address. */
const recentMs = 10 * 60_000;

const pendingStates: ReadonlySet<string> = new Set(['waiting', 'pending', 'sending']);

/** @param newest the first page of the history with this filter */
export function useDeliveryPolling(
  filter: AlertHistoryFilter,
  newest: readonly AlertItem[] | undefined,
): void {
  const isPending = newest?.some(
    ({ delivery, channels, createdAt }) =>
      (pendingStates.has(delivery.state) ||
        channels?.some(({ state }) => pendingStates.has(state))) &&
      Date.now() - Date.parse(createdAt) < recentMs,
  );
  useGetAlertHistoryInfiniteQuery(filter, {
    pollingInterval: isPending ? pollIntervalMs : 0,
    skipPollingIfUnfocused: true,
  });
}
