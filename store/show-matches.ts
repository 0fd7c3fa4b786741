/** For components, which have the store: the live stream has the prices of these matches until the function is called. */
import type { AppThunk } from './app-store.ts';

/** @returns function that ends it; undefined without a live stream */
export const showMatches =
  (matchIds: readonly string[]): AppThunk<(() => void) | undefined> =>
  (_dispatch, _getState, { shownMatches }) =>
    shownMatches?.show(matchIds);
