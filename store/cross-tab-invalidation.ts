/** What a change made in one tab makes out of date in the others: tabs tell each other, and each reads anew what it shows. */
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from './api/base-api.ts';

export const sharedTags = [
  'Settings',
  'Profile',
  'Notifications',
  'Alerts',
  'Matches',
  'Raw',
  'Billing',
  'Invoices',
] as const;
export type SharedTag = (typeof sharedTags)[number];

const watching = ['Settings', 'Profile', 'Matches', 'Raw', 'Alerts'] as const;
const paying = ['Billing', 'Invoices', 'Profile', 'Settings'] as const;

const outdatedBy: Readonly<Record<string, readonly SharedTag[]>> = {
  putConfig: watching,
  importThresholds: watching,
  patchProfile: ['Profile'],
  putNotifications: ['Notifications'],
  markAlertsRead: ['Alerts'],
  changePlan: paying,
  cancelSubscription: paying,
  resumeSubscription: paying,
};

/** @param tell is given what other tabs should read anew */
export const broadcastInvalidations =
  (tell: (tags: readonly SharedTag[]) => void): Middleware =>
  () =>
  (next) =>
  (action) => {
    const result = next(action);
    if (isFulfilled(action)) {
      const { arg } = action.meta as { arg?: { type?: unknown; endpointName?: unknown } };
      const tags = arg?.type === 'mutation' && outdatedBy[String(arg.endpointName)];
      if (tags) tell(tags);
    }
    return result;
  };

/** Another tab said so. Hearing it tells nobody: an echo would never end. */
export const invalidateFromOtherTab = (tags: readonly SharedTag[]) =>
  baseApi.util.invalidateTags([...tags]);
