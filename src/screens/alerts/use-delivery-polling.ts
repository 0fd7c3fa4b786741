/** Mails leave without telling the browser: while a recent one is under way, the history is read again and again. */
import { type AlertFilter, useGetAlertHistoryInfiniteQuery } from '#store/api/alerts-api.ts';
import type { AlertItem } from '#store/api/types.ts';

const everyMs = 10_000;
/** What waits longer waits for quiet hours or a confirmed address, not for a moment. */
const recentMs = 10 * 60_000;

/** @param newest the first page of the history with this filter */
export function useDeliveryPolling(
  filter: AlertFilter,
  newest: readonly AlertItem[] | undefined,
): void {
  const isUnderWay = newest?.some(
    ({ delivery, createdAt }) =>
      delivery.state !== 'sent' &&
      delivery.state !== 'failed' &&
      Date.now() - Date.parse(createdAt) < recentMs,
  );
  useGetAlertHistoryInfiniteQuery(filter, {
    pollingInterval: isUnderWay ? everyMs : 0,
    skipPollingIfUnfocused: true,
  });
}
