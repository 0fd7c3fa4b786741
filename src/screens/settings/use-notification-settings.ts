/** Quiet hours, mail and browser notices are one record: a change of one keeps the others as the server holds them. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { useGetNotificationsQuery } from '#store/api/base-api.ts';
import { usePutNotificationsMutation } from '#store/api/notification-settings-api.ts';
import type { Notifications } from '#store/api/types.ts';

export function useNotificationSettings() {
  const query = useGetNotificationsQuery();
  const [put, { isLoading: saving, error }] = usePutNotificationsMutation();
  return {
    query,
    saving,
    /** Of the last change, as a sentence. */
    problem: error === undefined ? null : (error.message ?? copy.notSaved),
    /** @returns whether it was saved */
    async change(part: Partial<Notifications>): Promise<boolean> {
      if (query.data === undefined) return false;
      const answer = await put(part);
      return answer.error === undefined;
    },
  };
}
