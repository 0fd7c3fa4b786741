/** Polls the profile until the e-mail address is confirmed, which happens in another tab or on a phone, and while mail to it is refused. */
import type { Profile } from '#store/api/api-types.ts';
import { useGetProfileQuery } from '#store/api/base-api.ts';

export function useConfirmationPolling(intervalMs = 30_000): void {
  const { data: profile } = useGetProfileQuery();
  useGetProfileQuery(undefined, {
    pollingInterval: profile !== undefined && awaitsMail(profile) ? intervalMs : 0,
    skipPollingIfUnfocused: true,
  });
}

const awaitsMail = ({ emailConfirmed, mailRefusal }: Profile) =>
  !emailConfirmed || mailRefusal !== undefined;
