/** Changing quiet hours, mail or browser notices: seen at once, taken back when the server refuses. */

import { baseApi } from './base-api.ts';
import { trackWrite } from './pending-writes.ts';
import type { Notifications } from './types.ts';
import { updateNotificationSettings } from './update-notification-settings.ts';

export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    putNotifications: build.mutation<Notifications, Partial<Notifications>>({
      queryFn: (part, { extra }, _options, ask) =>
        updateNotificationSettings(extra as object, part, ask),
      async onQueryStarted(part, { dispatch, extra, getState, queryFulfilled }) {
        trackWrite(extra, queryFulfilled);
        const { endpoints, util } = baseApi;
        const shown = dispatch(
          util.updateQueryData('getNotifications', undefined, (draft) => {
            Object.assign(draft, part);
          }),
        );
        const saved = await queryFulfilled.catch(() => null);
        if (saved === null) shown.undo();
        // Somebody else changed the rest, or another switch was pressed since: what the server holds is what counts.
        const held = endpoints.getNotifications.select()(getState()).data;
        if (saved === null || !isSame(saved.data, held))
          dispatch(util.invalidateTags(['Notifications']));
      },
    }),
  }),
});

function isSame(one: Notifications, other: Notifications | undefined): boolean {
  const parts = ({ silencio, correo, navegador }: Notifications) =>
    JSON.stringify([silencio?.desde, silencio?.hasta, silencio?.zona, correo, navegador]);
  return other !== undefined && parts(one) === parts(other);
}

export const { usePutNotificationsMutation } = notificationSettingsApi;
