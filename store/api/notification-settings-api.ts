/** Optimistic mutation of the notification settings: quiet hours, mail, browser notifications, weekly summary. */
import type { Notifications } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { trackWrite } from './pending-writes.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { EditResult } from './settings-changes.ts';

const enqueue = createSerialQueue();

export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    patchNotificationSettings: build.mutation<Notifications, Partial<Notifications>>({
      // One after the other: a switch pressed twice ends in its last position.
      queryFn: (part, { extra }, _options, send) =>
        enqueue(
          extra as object,
          async () =>
            (await send({
              url: 'api/users/notifications',
              method: 'PATCH',
              body: part,
            })) as EditResult<Notifications>,
        ),
      async onQueryStarted(part, { dispatch, extra, getState, queryFulfilled }) {
        trackWrite(extra, queryFulfilled);
        const { endpoints, util } = baseApi;
        const optimistic = dispatch(
          util.updateQueryData('getNotificationSettings', undefined, (draft) => {
            Object.assign(draft, part);
          }),
        );
        const saved = await queryFulfilled.catch(() => null);
        const current = endpoints.getNotificationSettings.select()(getState()).data;
        // A sign-out has emptied the cache meanwhile: nothing is left to undo.
        if (current === undefined) return;
        if (saved === null) optimistic.undo();
        // Another tab changed other fields, or another mutation is pending: refetch the server's record.
        if (saved === null || !isSame(saved.data, current))
          dispatch(util.invalidateTags(['Notifications']));
      },
    }),
  }),
});

function isSame(one: Notifications, other: Notifications | undefined): boolean {
  const parts = ({ quietHours, mail, browser, weeklySummary = false }: Notifications) =>
    JSON.stringify([
      quietHours?.from,
      quietHours?.to,
      quietHours?.zone,
      mail,
      browser,
      weeklySummary,
    ]);
  return other !== undefined && parts(one) === parts(other);
}

export const { usePatchNotificationSettingsMutation } = notificationSettingsApi;
