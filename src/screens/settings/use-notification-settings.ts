/** Query and mutation of the notification settings (quiet hours, mail, browser), which are one record. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { useGetNotificationsQuery } from '#store/api/base-api.ts';
import { usePutNotificationsMutation } from '#store/api/notification-settings-api.ts';
import type { Notifications } from '#store/api/types.ts';

export function useNotificationSettings() {
  const query = useGetNotificationsQuery();
  const [putNotifications, { isLoading: saving, error }] = usePutNotificationsMutation();
  return {
    query,
    saving,
    /** Error message of the last change. */
    problem: error === undefined ? null : (error.message ?? copy.notSaved),
    /** @returns whether it was saved */
    async change(part: Partial<Notifications>): Promise<boolean> {
      if (query.data === undefined) return false;
      const answer = await putNotifications(part);
      return answer.error === undefined;
    },
  };
}
