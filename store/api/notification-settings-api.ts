/** Optimistic mutation of the notification settings: quiet hours, mail, browser notifications, weekly summary. */
import type { Notifications } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { undoWhenRefused } from './undo-when-refused.ts';

export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    patchNotificationSettings: build.mutation<Notifications, Partial<Notifications>>({
      query: (body) => ({ url: 'api/users/notifications', method: 'PATCH', body }),
      extraOptions: { writesInTurn: true },
      async onQueryStarted(part, { dispatch, getState, queryFulfilled }) {
        const { endpoints, util } = baseApi;
        const optimistic = dispatch(
          util.updateQueryData('getNotificationSettings', undefined, (draft) => {
            Object.assign(draft, part);
          }),
        );
        const { select } = endpoints.getNotificationSettings;
        await undoWhenRefused(
          optimistic,
          queryFulfilled,
          () => select()(getState()).data !== undefined,
        );
      },
      // Read again: another tab or a mailed link may have changed other fields.
      invalidatesTags: ['Notifications'],
    }),
  }),
});

export const { usePatchNotificationSettingsMutation } = notificationSettingsApi;
