/** RTK Query API root: profile, settings, monitoring, alerts and health; other files inject their endpoints. */
import { createApi } from '@reduxjs/toolkit/query/react';
import type { AlertsPage, AlertsQuery } from '#contract/alerts.ts';
import type { Health } from '#contract/health.ts';
import type {
  MatchesPage,
  MatchesQuery,
  Preview,
  PreviewRequest,
  Statistics,
  StatsQuery,
} from '#contract/monitoring.ts';
import type {
  MailQueued,
  Notifications,
  Profile,
  ProfilePatch,
  Settings,
  Verification,
} from '#contract/users.ts';
import { type ApiExtra, reauthBaseQuery } from './reauth-base-query.ts';

/** Of a list of matches: only one limited to what the user watches changes with the settings. */
export const watchedMatchesTags = (_page: unknown, _error: unknown, { watched }: MatchesQuery) =>
  watched === undefined ? [] : (['WatchedMatches'] as const);

export const cacheTags = [
  'Match',
  'WatchedMatches',
  'WatchedCollectibles',
  'Settings',
  'Thresholds',
  'Alerts',
  'Profile',
  'Notifications',
  'Channels',
  'Keys',
  'Billing',
  'Invoices',
] as const;
export type CacheTag = (typeof cacheTags)[number];

/** A plan change affects paused thresholds and channels, keys, check frequency and visible history: refetch all of it. */
export const planDependentTags = [
  'Profile',
  'Settings',
  'Thresholds',
  'WatchedMatches',
  'WatchedCollectibles',
  'Match',
  'Invoices',
  'Channels',
  'Keys',
] as const;

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: reauthBaseQuery(),
  tagTypes: cacheTags,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    verify: build.query<Verification, void>({
      query: () => 'api/auth/verify',
      async onQueryStarted(_arg, { dispatch, getState, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        const shown = baseApi.endpoints.getProfile.select()(getState()).data;
        if (answer === null || shown === undefined) return;
        const { plan, emailConfirmed } = answer.data;
        // Changed elsewhere meanwhile: by the payment provider, an operator or a link in a mail.
        if (plan !== shown.plan || emailConfirmed !== shown.emailConfirmed)
          dispatch(baseApi.util.invalidateTags(['Profile', 'Settings', 'Billing']));
      },
    }),
    getHealth: build.query<Health, void>({ query: () => 'health' }),

    getMatches: build.query<MatchesPage, MatchesQuery>({
      query: (params) => ({ url: 'api/monitoring/matches', params }),
      providesTags: watchedMatchesTags,
    }),
    getStats: build.query<Statistics, StatsQuery>({
      query: (params) => ({ url: 'api/monitoring/stats', params }),
      providesTags: ['Match'],
    }),
    previewThreshold: build.query<Preview, PreviewRequest>({
      query: (body) => ({ url: 'api/monitoring/preview', method: 'POST', body }),
      keepUnusedDataFor: 30,
    }),

    getProfile: build.query<Profile, void>({
      query: () => 'api/users/profile',
      providesTags: ['Profile'],
    }),
    /** The browser updates its own document; the API its copy. When the first cannot, the API's answer says why. */
    patchProfile: build.mutation<Profile, ProfilePatch>({
      queryFn: async (body, { extra }, _options, send) => {
        await (extra as ApiExtra).updateOwnDocument?.(body).catch(() => {});
        const { data, error } = await send({ url: 'api/users/profile', method: 'PATCH', body });
        return error === undefined ? { data: data as Profile } : { error };
      },
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        // The screen shows the error.
        const answer = await queryFulfilled.catch(() => null);
        if (answer !== null)
          dispatch(baseApi.util.updateQueryData('getProfile', undefined, () => answer.data));
      },
      invalidatesTags: ['Profile'],
    }),
    getSettings: build.query<Settings, void>({
      query: () => 'api/users/config',
      extraOptions: { readsAfterWrites: true },
      providesTags: ['Settings'],
    }),
    getNotificationSettings: build.query<Notifications, void>({
      query: () => 'api/users/notifications',
      extraOptions: { readsAfterWrites: true },
      providesTags: ['Notifications'],
    }),

    getAlerts: build.query<AlertsPage, AlertsQuery>({
      query: (params) => ({ url: 'api/users/alerts', params }),
      providesTags: ['Alerts'],
    }),

    resendConfirmation: build.mutation<MailQueued, void>({
      query: () => ({ url: 'api/users/confirmation', method: 'POST' }),
    }),
    sendTestMail: build.mutation<MailQueued, void>({
      query: () => ({ url: 'api/users/test-mail', method: 'POST' }),
    }),
  }),
});

export const {
  useGetHealthQuery,
  useGetMatchesQuery,
  useGetStatsQuery,
  usePreviewThresholdQuery,
  useGetProfileQuery,
  usePatchProfileMutation,
  useGetSettingsQuery,
  useGetNotificationSettingsQuery,
  useGetAlertsQuery,
  useResendConfirmationMutation,
  useSendTestMailMutation,
} = baseApi;
