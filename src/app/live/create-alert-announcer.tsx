/** The announcer of alerts with the store it reads. A chunk of its own: signed-out pages have no store. */
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { AlertAnnouncer } from '#src/features/notifications/alert-announcer.tsx';
import type { AppStore } from '#store/app-store.ts';

export const createAlertAnnouncer =
  (store: AppStore): ComponentType =>
  () => (
    <Provider store={store}>
      <AlertAnnouncer />
    </Provider>
  );
