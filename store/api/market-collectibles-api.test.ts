/** The catalogue behind a template of thresholds: a line drawn over a part of it leaves the rest unwatched. */
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { marketCollectiblesApi } from './market-collectibles-api.ts';

setupScreenTests();

/** Page `n` of as many as given, each with one collectible. @returns the requests, in their order */
const setup = (pageCount: number) =>
  mockRoute(
    'GET monitoring/raw',
    ...Array.from({ length: pageCount }, (_, page) => ({
      items: [{ id: `c${page + 1}` }],
      nextCursor: page + 1 < pageCount ? String(page + 2) : null,
    })),
  );

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
  await read(false);
  const path = 'GET monitoring/raw?';
  const pages = ['', '&cursor=2', '&cursor=3'].map(
    (cursor) => `${path}watched=true&limit=500${cursor}`,
  );
  expect(queries).toEqual([...pages, `${path}limit=500`]);
});

it('say that they are a part when there are more than ten pages', async () => {
  const queries = setup(11);
  const { data } = await read(false);
  expect(data?.items).toHaveLength(10);
  expect(data?.isPartial).toBe(true);
  expect(queries).toHaveLength(10);
});

it('are an error when a page cannot be read', async () => {
  mockRoute('GET monitoring/raw', errorResponse(503, 'unavailable', 'Ahora no.'));
  const { data, error } = await read(false);
  expect(data).toBeUndefined();
  expect(error).toMatchObject({ code: 'unavailable', message: 'Ahora no.' });
});
