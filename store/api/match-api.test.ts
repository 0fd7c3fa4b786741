/** The history that comes with a match goes on with the live prices. */
import { expect, it } from 'vitest';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { historySample } from '#tests/support/threshold-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { matchApi } from './match-api.ts';
import { createPriceBatcher } from './price-batcher.ts';

setupScreenTests();

it('appends live prices to the history that came with the match', async () => {
  const points = [{ at: '2026-01-01T00:00:00.000Z', floorCents: 100, late: false }];
  const history = historySample({ collectibleId: 'a', range: '30d', points });
  mockRoute('GET monitoring/match', { match: { id: 'm1' }, collectibles: [], history });
  const flushes: (() => void)[] = [];
  const priceBatcher = createPriceBatcher((flush) => flushes.push(flush));
  const store = createAppStore({ session: storeSession(), priceBatcher });
  const { getMatch, getHistory } = matchApi.endpoints;
  await store.dispatch(getMatch.initiate({ id: 'm1', range: '30d' }));
  const observedAt = '2026-01-02T00:00:00.000Z';
  priceBatcher.push([{ collectibleId: 'a', matchId: 'm1', floorCents: 90, observedAt }]);
  for (const flush of flushes) flush();
  const shown = getHistory.select({ collectible: 'a', range: '30d' });
  const appended = { at: observedAt, floorCents: 90, late: false };
  await waitFor(() => expect(shown(store.getState()).data?.points.at(-1)).toEqual(appended));
});
