/** Endpoints of the keys with which programs act for the user. */
import type { ApiKeyCreated, ApiKeyCreation, ApiKeyItem, ApiKeyList } from '#contract/api-keys.ts';
import { baseApi } from './base-api.ts';

const keysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getKeys: build.query<ApiKeyList, void>({
      query: () => 'api/users/keys',
      providesTags: ['Keys'],
    }),
    createKey: build.mutation<ApiKeyCreated, ApiKeyCreation>({
      query: (body) => ({ url: 'api/users/keys', method: 'POST', body }),
      invalidatesTags: ['Keys'],
    }),
    deleteKey: build.mutation<ApiKeyItem, string>({
      query: (id) => ({ url: `api/users/keys/${id}`, method: 'DELETE' }),
      // Another tab may have removed it: what an error shows is stale too.
      invalidatesTags: ['Keys'],
    }),
  }),
});

export const { useGetKeysQuery, useCreateKeyMutation, useDeleteKeyMutation } = keysApi;
