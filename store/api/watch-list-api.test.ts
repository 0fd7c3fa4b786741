/** Pages of the watch list: without the second, what somebody watches seems to be watched no more. */
import { expect, it } from 'vitest';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { watchListApi } from './watch-list-api.ts';

setupScreenTests();

it('is the watched collectibles with their sparklines, and goes on where a page ended', async () => {
  const queries = mockRoute(
    'GET monitoring/raw',
    { items: [{ id: 'a' }], nextCursor: 'after-a' },
    { items: [{ id: 'b' }], nextCursor: null },
  );
  const { getWatchList } = watchListApi.endpoints;
  const store = createAppStore({ session: storeSession() });
  expect((await store.dispatch(getWatchList.initiate())).hasNextPage).toBe(true);
  const { data, hasNextPage } = await store.dispatch(
    getWatchList.initiate(undefined, { direction: 'forward' }),
  );
  expect(data?.pages.flatMap(({ items }) => items)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(hasNextPage).toBe(false);
  const path = 'GET monitoring/raw?watched=true&spark=7d&limit=500';
  expect(queries).toEqual([path, `${path}&cursor=after-a`]);
});
