/** Query and mutation of the notification settings (quiet hours, mail, browser, weekly summary), which are one record. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { errorText } from '#src/features/errors/to-display-error.ts';
import type { Notifications } from '#store/api/api-types.ts';
import { useGetNotificationSettingsQuery } from '#store/api/base-api.ts';
import { usePatchNotificationSettingsMutation } from '#store/api/notification-settings-api.ts';

const isInvalid = (refusal: unknown) =>
  typeof refusal === 'object' && refusal !== null && 'status' in refusal && refusal.status === 422;

export function useNotificationSettings() {
  const query = useGetNotificationSettingsQuery();
  const [patchNotificationSettings, { isLoading: saving, error }] =
    usePatchNotificationSettingsMutation();
  return {
    query,
    saving,
    /** Error message of the last change. */
    error: error === undefined ? null : errorText(error, copy.notSaved),
    /**
     * @param instead saved where the server finds `part` invalid
     * @returns whether it was saved
     */
    async change(part: Partial<Notifications>, instead?: Partial<Notifications>): Promise<boolean> {
      const { error: refusal } = await patchNotificationSettings(part);
      if (instead === undefined || !isInvalid(refusal)) return refusal === undefined;
      return (await patchNotificationSettings(instead)).error === undefined;
    },
  };
}
