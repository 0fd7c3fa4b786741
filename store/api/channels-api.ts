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
import { readAfterWrites, trackWrite } from './pending-writes.ts';
import { createSerialQueue } from './serial-queue.ts';

/** A switch pressed twice ends in its last position. */
const enqueue = createSerialQueue();

const channelsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getChannels: build.query<ChannelList, void>({
      queryFn: async (_arg, { extra }, _options, send) => {
        const { data, error } = await readAfterWrites(extra, () => send('api/users/channels'));
        return error === undefined ? { data: data as ChannelList } : { error };
      },
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
      queryFn: ({ id, patch }, { extra }, _options, send) =>
        enqueue(extra as object, async () => {
          const url = `api/users/channels/${id}`;
          const { data, error } = await send({ url, method: 'PATCH', body: patch });
          return error === undefined ? { data: data as ChannelItem } : { error };
        }),
      async onQueryStarted({ id, patch }, { dispatch, extra, queryFulfilled }) {
        trackWrite(extra, queryFulfilled);
        const optimistic = dispatch(
          channelsApi.util.updateQueryData('getChannels', undefined, ({ items }) => {
            const item = items.find((one) => one.id === id);
            // An address is not shown, and not stored until it was checked.
            const { settings: _settings, ...shown } = patch;
            if (item !== undefined) Object.assign(item, shown, patch.state && { reason: null });
          }),
        );
        // The row shows why.
        await queryFulfilled.catch(() => optimistic.undo());
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
