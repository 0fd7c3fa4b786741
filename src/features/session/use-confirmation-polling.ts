/** Polls the profile until the e-mail address is confirmed, which happens in another tab or on a phone. */
import { useGetProfileQuery } from '#store/api/base-api.ts';

export function useConfirmationPolling(intervalMs = 30_000): void {
  const { data: profile } = useGetProfileQuery();
  useGetProfileQuery(undefined, {
    pollingInterval: profile?.emailConfirmed === false ? intervalMs : 0,
    skipPollingIfUnfocused: true,
  });
}
