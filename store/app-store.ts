/** The client's memory: profile, dashboard tab, live freshness, and the cache of the backend's data. */
import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { monitoringApi } from './api/monitoring-api.ts';
import type { ApiExtra } from './api/reauth-base-query.ts';
import { dashboardReducer } from './dashboard.slice.ts';
import { liveReducer } from './live.slice.ts';
import { type SharedTag, tellPeers } from './peer-changes.ts';
import { profileReducer } from './profile.slice.ts';

/** @param onChanged is given what a change made here makes out of date in the person's other tabs */
export function createAppStore(
  extra: ApiExtra,
  onChanged: (tags: readonly SharedTag[]) => void = () => {},
) {
  return configureStore({
    reducer: {
      profile: profileReducer,
      dashboard: dashboardReducer,
      live: liveReducer,
      [monitoringApi.reducerPath]: monitoringApi.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra } }).concat(
        monitoringApi.middleware,
        tellPeers(onChanged),
      ),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type RootState = ReturnType<AppStore['getState']>;
export type AppDispatch = AppStore['dispatch'];
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For what happens later than the render it was offered in. */
export const useAppStore = useStore.withTypes<AppStore>();
