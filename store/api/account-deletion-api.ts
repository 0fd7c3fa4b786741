/** Endpoints that close or erase the account, or end its sessions. */
import type { ApiKeyList } from '#contract/api-keys.ts';
import type { ChannelList } from '#contract/channels.ts';
import type { ProfileDeleted, ProfileDeletionQuery, SessionsEnded } from '#contract/users.ts';
import { baseApi } from './base-api.ts';

const accountDeletionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The server revokes all sessions: the caller must sign out next. */
    deleteProfile: build.mutation<ProfileDeleted, ProfileDeletionQuery>({
      query: (params) => ({ url: 'api/users/profile', method: 'DELETE', params }),
      extraOptions: { deletesAccount: true },
    }),
    /** Every key and every channel but mail, as they are now; an error leaves those that are left. */
    deleteAccess: build.mutation<{ readonly keys: number; readonly channels: number }, void>({
      async queryFn(_arg, _api, _options, send) {
        const keys = await send('api/users/keys');
        if (keys.error) return { error: keys.error };
        const channels = await send('api/users/channels');
        if (channels.error) return { error: channels.error };
        const keyIds = (keys.data as ApiKeyList).items.map(({ id }) => id);
        const channelIds = (channels.data as ChannelList).items
          .filter(({ kind }) => kind !== 'mail')
          .map(({ id }) => id);
        for (const path of [
          ...keyIds.map((id) => `keys/${id}`),
          ...channelIds.map((id) => `channels/${id}`),
        ]) {
          const { error } = await send({ url: `api/users/${path}`, method: 'DELETE' });
          // Another tab may have removed it.
          if (error && error.status !== 404) return { error };
        }
        return { data: { keys: keyIds.length, channels: channelIds.length } };
      },
      invalidatesTags: ['Keys', 'Channels'],
    }),
    /** This one too: the caller must sign out next. */
    endSessions: build.mutation<SessionsEnded, void>({
      query: () => ({ url: 'api/users/sessions', method: 'DELETE' }),
    }),
  }),
});

export const { useDeleteProfileMutation, useDeleteAccessMutation, useEndSessionsMutation } =
  accountDeletionApi;
/** For tests without components. */
export const { deleteProfile } = accountDeletionApi.endpoints;
