/** Endpoints of channels: what alerts are sent by beside mail. */
import type {
  ChannelCreated,
  ChannelCreation,
  ChannelItem,
  ChannelList,
  ChannelPatch,
  ChannelTest,
} from '#contract/channels.ts';
import { baseApi } from './base-api.ts';
import { undoWhenRefused } from './undo-when-refused.ts';

const channelsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getChannels: build.query<ChannelList, void>({
      query: () => 'api/users/channels',
      extraOptions: { readsAfterWrites: true },
      providesTags: ['Channels'],
    }),
    createChannel: build.mutation<ChannelCreated, ChannelCreation>({
      query: (body) => ({ url: 'api/users/channels', method: 'POST', body }),
      invalidatesTags: ['Channels'],
    }),
    /** Shown at once; undone, and read again, when it is refused. */
    updateChannel: build.mutation<
      ChannelItem,
      { readonly id: string; readonly patch: ChannelPatch }
    >({
      query: ({ id, patch }) => ({ url: `api/users/channels/${id}`, method: 'PATCH', body: patch }),
      extraOptions: { writesInTurn: true },
      async onQueryStarted({ id, patch }, { dispatch, getState, queryFulfilled }) {
        const optimistic = dispatch(
          channelsApi.util.updateQueryData('getChannels', undefined, ({ items }) => {
            const item = items.find((one) => one.id === id);
            // An address is not shown, and not stored until it was checked.
            const { settings: _settings, ...shown } = patch;
            if (item !== undefined) Object.assign(item, shown, patch.state && { reason: null });
          }),
        );
        const { select } = channelsApi.endpoints.getChannels;
        // The row shows why.
        await undoWhenRefused(
          optimistic,
          queryFulfilled,
          () => select()(getState()).data !== undefined,
        );
      },
      invalidatesTags: ['Channels'],
    }),
    deleteChannel: build.mutation<ChannelItem, string>({
      query: (id) => ({ url: `api/users/channels/${id}`, method: 'DELETE' }),
      // Another tab may have removed it: what an error shows is stale too.
      invalidatesTags: ['Channels'],
    }),
    /** A real message to the other side; afterwards its last delivery may have changed. */
    testChannel: build.mutation<ChannelTest, string>({
      query: (id) => ({ url: `api/users/channels/${id}/test`, method: 'POST' }),
      invalidatesTags: ['Channels'],
    }),
  }),
});

export const {
  useGetChannelsQuery,
  useCreateChannelMutation,
  useUpdateChannelMutation,
  useDeleteChannelMutation,
  useTestChannelMutation,
} = channelsApi;
