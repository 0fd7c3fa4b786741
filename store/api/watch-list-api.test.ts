// @vitest-environment jsdom
/** Pages of the watch list: without the second, what somebody watches seems to be watched no more. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { watchListApi } from './watch-list-api.ts';

setupScreenTests();

it('is the watched collectibles with their sparklines, and goes on where a page ended', async () => {
  const queries: string[] = [];
  server.use(
    http.get('https://vigia.example/api/monitoring/raw', ({ request }) => {
      const { searchParams } = new URL(request.url);
      queries.push(searchParams.toString());
      return HttpResponse.json(
        searchParams.has('cursor')
          ? { items: [{ id: 'b' }], nextCursor: null }
          : { items: [{ id: 'a' }], nextCursor: 'after-a' },
      );
    }),
  );
  const { getWatchList } = watchListApi.endpoints;
  const store = createAppStore({ session: storeSession() });
  expect((await store.dispatch(getWatchList.initiate())).hasNextPage).toBe(true);
  const { data, hasNextPage } = await store.dispatch(
    getWatchList.initiate(undefined, { direction: 'forward' }),
  );
  expect(data?.pages.flatMap(({ items }) => items)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(hasNextPage).toBe(false);
  expect(queries).toEqual([
    'watched=true&spark=7d&limit=500',
    'watched=true&spark=7d&limit=500&cursor=after-a',
  ]);
});
