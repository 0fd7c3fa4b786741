/** Optimistic mutation of the notification settings: quiet hours, mail, browser notifications, weekly summary. */

import type { Notifications } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { trackWrite } from './pending-writes.ts';
import { updateNotificationSettings } from './update-notification-settings.ts';

export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    putNotificationSettings: build.mutation<Notifications, Partial<Notifications>>({
      queryFn: (part, { extra }, _options, send) =>
        updateNotificationSettings(extra as object, part, send),
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
  const parts = ({ silencio, correo, navegador, resumenSemanal = false }: Notifications) =>
    JSON.stringify([
      silencio?.desde,
      silencio?.hasta,
      silencio?.zona,
      correo,
      navegador,
      resumenSemanal,
    ]);
  return other !== undefined && parts(one) === parts(other);
}

export const { usePutNotificationSettingsMutation } = notificationSettingsApi;
