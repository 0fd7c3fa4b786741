/** Cross-tab cache invalidation: middleware that publishes the tags a mutation invalidates, for other tabs to refetch. */
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { baseApi, type CacheTag, planDependentTags } from './api/base-api.ts';

const settingsTags = ['Settings', 'Thresholds', 'Profile'] as const;
const thresholdTags = [...settingsTags, 'WatchedCollectibles'] as const;
const billingTags = ['Billing', ...planDependentTags] as const;

const tagsByMutation: Readonly<Record<string, readonly CacheTag[]>> = {
  changeSettings: [...thresholdTags, 'WatchedMatches'],
  importThresholds: thresholdTags,
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
};

interface MutationArg {
  readonly type?: unknown;
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
      const { arg } = action.meta as { arg?: MutationArg };
      const tags = arg?.type === 'mutation' && tagsByMutation[String(arg.endpointName)];
      if (tags) publish(tags);
    }
    return result;
  };

/** Invalidates tags another tab published. Not published again, or tabs would loop. */
export const invalidateFromOtherTab = (tags: readonly CacheTag[]) =>
  baseApi.util.invalidateTags([...tags]);
