/** Cross-tab cache invalidation: middleware that publishes the tags a mutation or a checkout invalidates, for other tabs to refetch. */
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { baseApi, type CacheTag, planDependentTags } from './api/base-api.ts';

const settingsTags = [
  'Settings',
  'Thresholds',
  'Profile',
  'WatchedCollectibles',
  'WatchedMatches',
] as const;
const billingTags = ['Billing', ...planDependentTags] as const;

const tagsByEndpoint: Readonly<Record<string, readonly CacheTag[]>> = {
  changeSettings: settingsTags,
  importThresholds: settingsTags,
  patchProfile: ['Profile'],
  patchNotificationSettings: ['Notifications', 'Channels'],
  createChannel: ['Channels'],
  updateChannel: ['Channels'],
  deleteChannel: ['Channels'],
  createKey: ['Keys'],
  deleteKey: ['Keys'],
  markAlertsRead: ['Alerts'],
  changePlan: billingTags,
  cancelSubscription: billingTags,
  resumeSubscription: billingTags,
  // Asked for by the tab that comes back from paying, again and again until it is in force.
  getCheckout: billingTags,
};

interface EndpointArg {
  readonly endpointName?: unknown;
}

/** @param publish receives the tags other tabs must invalidate */
export const broadcastInvalidations =
  (publish: (tags: readonly CacheTag[]) => void): Middleware =>
  () =>
  (next) =>
  (action) => {
    const result = next(action);
    if (isFulfilled(action)) {
      const { arg } = action.meta as { arg?: EndpointArg };
      const tags = tagsByEndpoint[String(arg?.endpointName)];
      const isPending = (action.payload as { synced?: unknown } | null)?.synced === false;
      if (tags && !isPending) publish(tags);
    }
    return result;
  };

/** Invalidates tags another tab published. Not published again, or tabs would loop. */
export const invalidateFromOtherTab = (tags: readonly CacheTag[]) =>
  baseApi.util.invalidateTags([...tags]);
