// @vitest-environment jsdom
/** The catalogue behind a template of thresholds: a line drawn over a part of it leaves the rest unwatched. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { errorResponse, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { marketCollectiblesApi } from './market-collectibles-api.ts';

setupScreenTests();

/** Page `n` of as many as given, each with one collectible. @returns the queries, in their order */
function setup(pageCount: number) {
  const queries: string[] = [];
  server.use(
    http.get('https://vigia.example/api/monitoring/raw', ({ request }) => {
      const { searchParams } = new URL(request.url);
      queries.push(searchParams.toString());
      const page = Number(searchParams.get('cursor') ?? '1');
      return HttpResponse.json({
        items: [{ id: `c${page}` }],
        nextCursor: page < pageCount ? String(page + 1) : null,
      });
    }),
  );
  return queries;
}

function read(watched: boolean) {
  const store = createAppStore({ session: storeSession() });
  return store.dispatch(
    marketCollectiblesApi.endpoints.getMarketCollectibles.initiate({ watched }),
  );
}

it('are read page by page, all of them or the watched ones', async () => {
  const queries = setup(3);
  expect((await read(true)).data).toEqual({
    items: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }],
    isPartial: false,
  });
  expect(queries).toEqual([
    'limit=500&watched=true',
    'limit=500&watched=true&cursor=2',
    'limit=500&watched=true&cursor=3',
  ]);
  await read(false);
  expect(queries[3]).toBe('limit=500');
});

it('say that they are a part when there are more than ten pages', async () => {
  const queries = setup(11);
  const { data } = await read(false);
  expect(data?.items).toHaveLength(10);
  expect(data?.isPartial).toBe(true);
  expect(queries).toHaveLength(10);
});

it('are an error when a page cannot be read', async () => {
  server.use(
    http.get('https://vigia.example/api/monitoring/raw', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  const { data, error } = await read(false);
  expect(data).toBeUndefined();
  expect(error).toMatchObject({ code: 'unavailable', message: 'Ahora no.' });
});
