/** Endpoint that closes or erases the account. */
import type { ProfileDeleted, ProfileDeletionQuery } from '#contract/users.ts';
import { baseApi } from './base-api.ts';

const accountDeletionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The server revokes all sessions: the caller must sign out next. */
    deleteProfile: build.mutation<ProfileDeleted, ProfileDeletionQuery>({
      query: (params) => ({ url: 'api/users/profile', method: 'DELETE', params }),
      extraOptions: { deletesAccount: true },
    }),
  }),
});

export const { useDeleteProfileMutation } = accountDeletionApi;
/** For tests without components. */
export const { deleteProfile } = accountDeletionApi.endpoints;
