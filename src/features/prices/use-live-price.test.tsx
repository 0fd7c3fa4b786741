/** Prices of the live stream on screen: of the matches that are shown, newer than what was read. */
import { render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import type { Collectible } from '#contract/monitoring.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { useLiveFloor, useLiveMatches, useLivePrice } from './use-live-price.ts';

const item = (id: string, floorCents: number | null, part: Partial<Collectible> = {}) =>
  collectibleSample({ id, floorCents, ...part });

async function show<Value>(useValue: () => Value) {
  const live = createPriceBatcher((flush) => flushes.push(flush));
  const flushes: (() => void)[] = [];
  const ends: string[] = [];
  const shownMatches = createShownMatches();
  const show = vi
    .spyOn(shownMatches, 'show')
    .mockImplementation((ids) => () => void ends.push(ids.join()));
  const store = createAppStore({ session: storeSession(), priceBatcher: live, shownMatches });
  await store.dispatch(getLivePrices.initiate());
  await Promise.resolve();
  const shown: { value: Value | null } = { value: null };
  function Probe() {
    shown.value = useValue();
    return null;
  }
  const tree = () => (
    <Provider store={store}>
      <Probe />
    </Provider>
  );
  const { rerender, unmount } = render(tree());
  return {
    ends,
    asked: () => show.mock.calls.map(([ids]) => ids.join()),
    push: (id: string, floorCents: number | null) => {
      const observedAt = new Date().toISOString();
      live.push([{ collectibleId: id, matchId: 'm1', floorCents, observedAt }]);
      for (const flush of flushes.splice(0)) flush();
    },
    rerender: () => rerender(tree()),
    unmount,
    value: () => shown.value as Value,
  };
}

it('is that of the stream as soon as it comes, of this collectible alone', async () => {
  const { asked, ends, push, unmount, value } = await show(() => useLivePrice(item('a', 20_000)));
  expect(value().floorCents).toBe(20_000);
  push('b', 1);
  push('a', 19_000);
  // The store tells its subscribers of both at once, on the next frame.
  await waitFor(() => expect(value().floorCents).toBe(19_000));
  expect(asked()).toEqual(['m1']);
  unmount();
  expect(ends).toEqual(['m1']);
});

it('of several the lowest on sale, none where none is', async () => {
  const items = [item('a', 20_000), item('b', 18_000, { matchId: 'm2' }), item('c', null)];
  const { asked, push, value } = await show(() => useLiveFloor(items));
  expect(value()).toBe(18_000);
  push('a', 17_000);
  await waitFor(() => expect(value()).toBe(17_000));
  push('c', 16_000);
  await waitFor(() => expect(value()).toBe(16_000));
  for (const id of ['a', 'b', 'c']) push(id, null);
  await waitFor(() => expect(value()).toBeNull());
  expect(asked()).toEqual(['m1,m2']);
});

it('asks once for the same matches, in whatever order and however often, and for none of none', async () => {
  let ids: string[] = ['m2', 'm1', 'm2'];
  const { asked, ends, rerender } = await show(() => useLiveMatches(ids));
  expect(asked()).toEqual(['m1,m2']);
  ids = ['m1', 'm2'];
  rerender();
  expect([asked(), ends]).toEqual([['m1,m2'], []]);
  ids = [];
  rerender();
  expect([asked(), ends]).toEqual([['m1,m2'], ['m1,m2']]);
});
