/** One row of the match list: its lowest price now, and what it says of watching it. */

import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { matchesCopy } from '#src/copy/matches.ts';
import { matchListApi } from '#store/api/match-list-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { MatchRow, type MatchRowProps } from './match-row.tsx';

async function show(part: Partial<MatchRowProps> = {}) {
  const frames: (() => void)[] = [];
  const prices = createPriceBatcher((flush) => frames.push(flush));
  const shownMatches = createShownMatches();
  const store = createAppStore({ session: storeSession(), priceBatcher: prices, shownMatches });
  await store.dispatch(matchListApi.endpoints.getLiveFloors.initiate());
  // The entry subscribes one microtask after it is loaded.
  await Promise.resolve();
  const [onToggle, onAddThreshold] = [vi.fn(), vi.fn()];
  render(
    <Provider store={store}>
      <MemoryRouter>
        <MatchRow
          match={matchSample()}
          rowIndex={5}
          tabIndex={0}
          watched={false}
          working={false}
          disabled={false}
          error={null}
          canUpgrade={false}
          offersThreshold={false}
          {...{ onToggle, onAddThreshold }}
          {...part}
        />
      </MemoryRouter>
    </Provider>,
  );
  return {
    onToggle,
    onAddThreshold,
    shownMatches,
    /** As the live stream sends it. */
    receivePrice: (floorCents: number, matchId = 'm1') =>
      act(() => {
        const observedAt = '2026-01-01T00:00:00.000Z';
        prices.push([{ collectibleId: `${matchId}-1`, matchId, floorCents, observedAt }]);
        for (const flush of frames.splice(0)) flush();
      }),
  };
}
const row = () => screen.getByRole('row');
const price = () => plainText(within(row()).getAllByRole('gridcell')[4]);

it.each([
  ['the live one, where that is lower', 20_000, 'Desde 170,00 €'],
  ['that of the list, where that is lower', 15_000, 'Desde 150,00 €'],
  ['the live one, where the list has none', null, 'Desde 170,00 €'],
])('its lowest price is %s', async (_which, floorCents, words) => {
  const { receivePrice, shownMatches } = await show({ match: matchSample({ floorCents }) });
  expect(shownMatches.list()).toEqual(['m1']);
  expect(price()).toBe(
    floorCents === null ? matchesCopy.nothingListed : `Desde ${floorCents / 100},00 €`,
  );
  receivePrice(16_000, 'm2');
  receivePrice(17_000);
  await waitFor(() => expect(price()).toBe(words));
});

it.each([
  [false, matchesCopy.head.watch],
  [true, matchesCopy.unwatch],
])('its button does what it says: watched %s', async (watched, name) => {
  const { onToggle } = await show({ watched });
  const toggle = screen.getByRole('button', { name: `${name} España – Uruguay` });
  expect(row()).toHaveAttribute('aria-rowindex', '5');
  await userEvent.click(toggle);
  expect(onToggle).toHaveBeenCalledExactlyOnceWith('m1', !watched);
});

it.each<[string, Partial<MatchRowProps>, boolean]>([
  ['watched just now', { watched: true, offersThreshold: true }, true],
  ['no longer watched', { watched: false, offersThreshold: true }, false],
  ['watched for long', { watched: true }, false],
  ['that could not be changed', { watched: true, offersThreshold: true, error: 'No.' }, false],
])('offers its threshold: one %s', async (_which, part, isOffered) => {
  const { onAddThreshold } = await show(part);
  const offer = screen.queryByRole('button', { name: 'Pon tu línea: España – Uruguay' });
  expect(offer !== null).toBe(isOffered);
  expect(screen.queryAllByRole('alert').map(plainText)).toEqual('error' in part ? ['No.'] : []);
  if (offer === null) return;
  await userEvent.click(offer);
  expect(onAddThreshold).toHaveBeenCalledExactlyOnceWith('m1');
});

it.each([true, false])('leads on where the plan is why: %s', async (canUpgrade) => {
  await show({ error: 'No.', canUpgrade });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.slice(1)).toEqual(canUpgrade ? ['/?vigilados=1', '/dashboard/plan'] : []);
});
