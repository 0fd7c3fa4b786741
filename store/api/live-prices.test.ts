/** Live prices: one store change per frame, and no change of other collectibles. */
import { expect, it, vi } from 'vitest';
import type { PriceUpdate } from '#contract/live-stream.ts';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { getLivePrices, livePriceOf, selectLivePrices } from './live-prices-api.ts';
import { matchListApi, selectLiveFloor } from './match-list-api.ts';
import { mergeLivePrice } from './merge-live-price.ts';
import { createPriceBatcher } from './price-batcher.ts';

setupScreenTests();

const update = (collectibleId: string, floorCents: number | null, minute = 1): PriceUpdate => ({
  collectibleId,
  matchId: 'm1',
  floorCents,
  observedAt: `2026-01-01T00:0${minute}:00.000Z`,
});

async function createListeningStore() {
  const frames: (() => void)[] = [];
  const live = createPriceBatcher((flush) => frames.push(flush));
  const store = createAppStore({ session: storeSession(), priceBatcher: live });
  const subscription = store.dispatch(getLivePrices.initiate());
  await subscription;
  // The entry subscribes one microtask after it is loaded.
  await Promise.resolve();
  return {
    store,
    live,
    subscription,
    paint() {
      for (const flush of frames.splice(0)) flush();
    },
    priceOf: (id: string) => livePriceOf(selectLivePrices(store.getState()), id)?.floorCents,
  };
}

it('applies the latest price of each collectible, in one change per frame', async () => {
  const { store, live, paint, priceOf } = await createListeningStore();
  let changes = 0;
  let shown = selectLivePrices(store.getState());
  store.subscribe(() => {
    // Of the prices: the library tells its subscribers of its own bookkeeping too, half a second later.
    const prices = selectLivePrices(store.getState());
    if (prices !== shown) changes += 1;
    shown = prices;
  });
  live.push([update('a', 100), update('b', 200)]);
  live.push([update('a', 90)]);
  expect(changes).toBe(0);
  paint();
  // Redux Toolkit notifies its subscribers on the next frame, batched.
  await waitFor(() => expect(changes).toBe(1));
  expect([priceOf('a'), priceOf('b'), priceOf('c')]).toEqual([90, 200, undefined]);
});

it('drops a price that was observed before the one it has', async () => {
  const { live, paint, priceOf } = await createListeningStore();
  live.push([update('a', 100, 2)]);
  live.push([update('a', 90, 1)]);
  paint();
  expect(priceOf('a')).toBe(100);
  live.push([update('a', 80, 1), update('b', 70, 1)]);
  paint();
  expect([priceOf('a'), priceOf('b')]).toEqual([100, 70]);
});

it('merges a price into an item, and updates its change in 24 hours', () => {
  const observedAt = '2026-01-01T00:01:00.000Z';
  // 110 now, 100 a day ago.
  const item = { id: 'a', matchId: 'm1', floorCents: 11_000, change24hBp: 1_000, observedAt };
  for (const [floorCents, change24hBp] of [
    [9_000, -1_000],
    [null, null],
  ] as const)
    expect(mergeLivePrice(item, update('a', floorCents, 2))).toMatchObject({
      floorCents,
      change24hBp,
    });
  expect(mergeLivePrice(item, update('a', 9_000, 0))).toBe(item);
  // Of one instant, what was fetched.
  expect(mergeLivePrice(item, update('a', 9_000, 1))).toBe(item);
  expect(mergeLivePrice(item, undefined)).toBe(item);
});

it('keeps the lowest of a match, until it rises or is sold', async () => {
  const { store, live, paint } = await createListeningStore();
  await store.dispatch(matchListApi.endpoints.getLiveFloors.initiate());
  await Promise.resolve();
  // Where the lowest one rises, the lowest is not known.
  for (const [minute, [id, cents, lowest]] of [
    ['c1', 100, 100],
    ['c2', 120, 100],
    ['c2', null, 100],
    ['c2', 100, 100],
    ['c1', 150, 100],
    ['c2', 110, undefined],
    ['c1', 90, 90],
    ['c1', null, undefined],
  ].entries() as IterableIterator<[number, [string, number | null, number | undefined]]>) {
    live.push([update(id, cents, minute)]);
    paint();
    expect(selectLiveFloor(store.getState(), 'm1')?.cents).toBe(lowest);
  }
});

it('drops live floors of matches that were received before the list was requested', async () => {
  const { store, live, paint } = await createListeningStore();
  const { getLiveFloors, getMatchList } = matchListApi.endpoints;
  await store.dispatch(getLiveFloors.initiate());
  await Promise.resolve();
  live.push([update('a', 100)]);
  paint();
  expect(selectLiveFloor(store.getState(), 'm1')?.cents).toBe(100);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
  mockRoute('GET monitoring/matches', { items: [], nextCursor: null });
  await store.dispatch(getMatchList.initiate({ sort: 'kickoff' }));
  expect(selectLiveFloor(store.getState(), 'm1')).toBeUndefined();
});
