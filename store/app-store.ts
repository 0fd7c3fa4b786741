/** The Redux store: dashboard tab, live state, and the RTK Query cache. */
import { configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { baseApi, type CacheTag } from './api/base-api.ts';
import type { ApiExtra } from './api/reauth-base-query.ts';
import { broadcastInvalidations } from './cross-tab-invalidation.ts';
import { dashboardReducer } from './dashboard.slice.ts';
import { liveReducer } from './live.slice.ts';

/** @param onInvalidated receives the cache tags other tabs must invalidate after a mutation here */
export function createAppStore(
  extra: ApiExtra,
  onInvalidated: (tags: readonly CacheTag[]) => void = () => {},
) {
  return configureStore({
    reducer: {
      dashboard: dashboardReducer,
      live: liveReducer,
      [baseApi.reducerPath]: baseApi.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra } }).concat(
        baseApi.middleware,
        broadcastInvalidations(onInvalidated),
      ),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type RootState = ReturnType<AppStore['getState']>;
export type AppThunk<Result> = ThunkAction<Result, RootState, ApiExtra, UnknownAction>;
export type AppDispatch = AppStore['dispatch'];
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For callbacks that read the state after the render. */
export const useAppStore = useStore.withTypes<AppStore>();
