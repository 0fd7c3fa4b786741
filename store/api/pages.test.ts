/** Lists of several pages: without all of them a line is drawn over a part. */
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { marketCollectiblesApi } from './market-collectibles-api.ts';
import { watchListApi } from './watch-list-api.ts';

setupScreenTests();

const path = 'GET monitoring/raw';
/** Of page `n` of the catalogue. */
const item = (n: number) => ({
  ...{ id: `c${n}`, name: `Coleccionable ${n}`, category: 'Categoría 1' },
  ...{ matchId: `m${n}`, matchName: `Partido ${n}` },
});

/** As many pages as given, again and again. @returns the requests, in their order */
const setup = (pageCount: number) =>
  mockRoute(path, ({ url }: Request) => {
    const page = Number(new URL(url).searchParams.get('cursor') ?? '1');
    return { items: [item(page)], nextCursor: page < pageCount ? String(page + 1) : null };
  });

const { getMarketCollectibles } = marketCollectiblesApi.endpoints;
const { getWatchList } = watchListApi.endpoints;
const open = () => createAppStore({ session: storeSession() });
const readMarket = (watched: boolean) =>
  open().dispatch(getMarketCollectibles.initiate({ watched }));

it('the market is read to its end, all of it or what is watched', async () => {
  const queries = setup(3);
  const items = [1, 2, 3].map(item);
  expect((await readMarket(true)).data).toEqual({ items, isPartial: false });
  await readMarket(false);
  const query = `${path}?watched=true&limit=500`;
  expect(queries.slice(0, 4)).toEqual([
    query,
    `${query}&cursor=2`,
    `${query}&cursor=3`,
    `${path}?limit=500`,
  ]);
});

it('the market says that it is a part when there are more than ten pages', async () => {
  const queries = setup(11);
  const { data } = await readMarket(false);
  expect([data?.items.length, data?.isPartial, queries.length]).toEqual([10, true, 10]);
});

it('a page that cannot be read is an error of the whole', async () => {
  const unavailable = errorResponse(503, 'unavailable', 'Ahora no.');
  mockRoute(path, { items: [item(1)], nextCursor: '2' }, unavailable);
  const { data, error } = await readMarket(false);
  expect(data).toBeUndefined();
  expect(error).toMatchObject({ code: 'unavailable', message: 'Ahora no.' });
});

it('the watch list has sparklines, and goes on where a page ended', async () => {
  const queries = setup(2);
  const store = open();
  expect((await store.dispatch(getWatchList.initiate())).hasNextPage).toBe(true);
  const { data, hasNextPage } = await store.dispatch(
    getWatchList.initiate(undefined, { direction: 'forward' }),
  );
  expect(data?.pages.flatMap(({ items }) => items)).toEqual([item(1), item(2)]);
  expect(hasNextPage).toBe(false);
  const query = `${path}?watched=true&spark=7d&limit=500`;
  expect(queries).toEqual([query, `${query}&cursor=2`]);
});
