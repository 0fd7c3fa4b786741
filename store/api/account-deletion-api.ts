/** Endpoints that close or erase the account, or end its sessions. */
import type { ProfileDeleted, ProfileDeletionQuery, SessionsEnded } from '#contract/users.ts';
import { baseApi } from './base-api.ts';

const accountDeletionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The server revokes all sessions: the caller must sign out next. */
    deleteProfile: build.mutation<ProfileDeleted, ProfileDeletionQuery>({
      query: (params) => ({ url: 'api/users/profile', method: 'DELETE', params }),
      extraOptions: { deletesAccount: true },
    }),
    /** This one too: the caller must sign out next. */
    endSessions: build.mutation<SessionsEnded, void>({
      query: () => ({ url: 'api/users/sessions', method: 'DELETE' }),
    }),
  }),
});

export const { useDeleteProfileMutation, useEndSessionsMutation } = accountDeletionApi;
/** For tests without components. */
export const { deleteProfile } = accountDeletionApi.endpoints;
