/**
 * Puts what the page's head has asked for (vite.first-load.ts) into the store, so that the first screen is rendered once, with
 * what it shows: a skeleton and then the screen are twice the work on a phone.
 */
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { largestPage } from './pages.ts';
import { watchListApi } from './watch-list-api.ts';

/** Later answers come to a screen that has its skeleton. */
const patienceMs = 400;

/** Settles at once without early answers. */
export async function takeFirstAnswers(store: AppStore, pathname: string): Promise<void> {
  const early = globalThis.earlyAnswers;
  if (early === undefined) return;
  const isLate = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, true));
  const isRefused = Promise.all(early.byUrl.values()).then((answers) =>
    answers.some((answer) => answer?.ok !== true),
  );
  // What was refused, or lost, is left to the screen: asked for here, it would be once more there.
  if (await Promise.race([isRefused, isLate])) return;
  await Promise.race([Promise.all(queriesOf(pathname).map(store.dispatch)), isLate]);
}

/** Those that every signed-in screen sends, and the overview's, whose code is loaded with them. */
function queriesOf(pathname: string) {
  const { getProfile, getSettings, getAlerts, getMatches } = baseApi.endpoints;
  // Kept for the screen, which subscribes within a minute.
  const unobserved = { subscribe: false };
  return [
    getProfile.initiate(undefined, unobserved),
    getSettings.initiate(undefined, unobserved),
    getAlerts.initiate({ limit: '1' }, unobserved),
    ...(pathname === '/dashboard'
      ? [
          getMatches.initiate({ watched: 'true', limit: largestPage }, unobserved),
          watchListApi.endpoints.getWatchList.initiate(undefined, unobserved),
        ]
      : []),
  ];
}
