/** What the stream tells reaches the cells that show it, once per frame, and nothing else. */

import { expect, it } from 'vitest';
import type { PriceUpdate } from '#contract/live-stream.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { getLivePrices, livePriceOf, selectLivePrices } from './live-prices-api.ts';
import { mergeLivePrice } from './merge-live-price.ts';
import { createPriceBatcher } from './price-batcher.ts';

const told = (collectibleId: string, floorCents: number | null, minute = 1): PriceUpdate => ({
  collectibleId,
  matchId: 'm1',
  floorCents,
  observedAt: `2026-01-01T00:0${minute}:00.000Z`,
});

async function listeningStore() {
  const frames: (() => void)[] = [];
  const live = createPriceBatcher((flush) => frames.push(flush));
  const session = { ...storeSession, usableToken: async () => null };
  const store = createAppStore({ session, live });
  const held = store.dispatch(getLivePrices.initiate());
  await held;
  // The entry listens from the turn after it was filled.
  await Promise.resolve();
  return {
    store,
    live,
    held,
    paint() {
      for (const flush of frames.splice(0)) flush();
    },
    priceOf: (id: string) => livePriceOf(selectLivePrices(store.getState()), id)?.floorCents,
  };
}

it('tells the latest of each collectible, in one change per frame', async () => {
  const { store, live, paint, priceOf } = await listeningStore();
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  live.push([told('a', 100), told('b', 200)]);
  live.push([told('a', 90)]);
  expect(changes).toBe(0);
  paint();
  // Redux Toolkit tells its listeners on the next frame, together.
  await waitFor(() => expect(changes).toBe(1));
  expect([priceOf('a'), priceOf('b'), priceOf('c')]).toEqual([90, 200, undefined]);
});

it('leaves what it did not tell of as it was, to the same object', async () => {
  const { store, live, paint } = await listeningStore();
  live.push([told('a', 100), told('b', 200)]);
  paint();
  const before = livePriceOf(selectLivePrices(store.getState()), 'b');
  live.push([told('a', 90)]);
  paint();
  expect(livePriceOf(selectLivePrices(store.getState()), 'b')).toBe(before);
});

it('brings an item up to date, and the change in 24 hours with its price', () => {
  const observedAt = '2026-01-01T00:01:00.000Z';
  // 110 now, 100 a day ago.
  const item = { id: 'a', floorCents: 11_000, change24hBp: 1_000, observedAt };
  expect(mergeLivePrice(item, told('a', 9_000, 2))).toMatchObject({
    floorCents: 9_000,
    change24hBp: -1_000,
  });
  expect(mergeLivePrice(item, told('a', null, 2))).toMatchObject({
    floorCents: null,
    change24hBp: null,
  });
  expect(mergeLivePrice(item, told('a', 9_000, 0))).toBe(item);
  expect(mergeLivePrice(item, undefined)).toBe(item);
});
