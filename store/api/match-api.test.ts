/** One request opens a match; a tab or a range fetches only a history that is not there yet. */
import { expect, it } from 'vitest';
import type { HistoryRange } from '#contract/monitoring.ts';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { historySample } from '#tests/support/threshold-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { matchApi } from './match-api.ts';
import { createPriceBatcher } from './price-batcher.ts';

setupScreenTests();

const { getMatch, getHistory } = matchApi.endpoints;
const points = [{ at: '2026-01-01T00:00:00.000Z', floorCents: 100, late: false }];
const historyOf = (collectibleId: string, range: HistoryRange) =>
  historySample({ collectibleId, range, points });

function setup() {
  const requests = mockRoute('GET monitoring/:resource', ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    const range = (searchParams.get('range') ?? '30d') as HistoryRange;
    const history = historyOf(searchParams.get('collectible') ?? 'a', range);
    return pathname.endsWith('match')
      ? { match: { id: 'm1' }, collectibles: [], history }
      : history;
  });
  const flushes: (() => void)[] = [];
  const priceBatcher = createPriceBatcher((flush) => flushes.push(flush));
  const store = createAppStore({ session: storeSession(), priceBatcher });
  const chart = async (collectible: string, range: HistoryRange) => {
    const { data } = await store.dispatch(getHistory.initiate({ collectible, range }));
    return data;
  };
  return { requests, store, chart, priceBatcher, flushes };
}

it('fetches the history of another tab or range once, and the match never again', async () => {
  const { requests, store, chart } = setup();
  await store.dispatch(getMatch.initiate({ id: 'm1', range: '30d' }));
  requests.length = 0;
  const steps = [
    ['b', '30d'],
    ['b', '7d'],
    ['a', '30d'],
    ['b', '7d'],
  ] as const;
  for (const [collectible, range] of steps) {
    await store.dispatch(getMatch.initiate({ id: 'm1', range, collectible }));
    expect(await chart(collectible, range)).toEqual(historyOf(collectible, range));
  }
  const path = 'GET monitoring/history?collectible=b&range=';
  expect(requests).toEqual([`${path}30d`, `${path}7d`]);
});

it('appends live prices to the history that came with the match', async () => {
  const { store, chart, priceBatcher, flushes } = setup();
  await store.dispatch(getMatch.initiate({ id: 'm1', range: '30d' }));
  const observedAt = '2026-01-02T00:00:00.000Z';
  priceBatcher.push([{ collectibleId: 'a', matchId: 'm1', floorCents: 90, observedAt }]);
  for (const flush of flushes) flush();
  const appended = { at: observedAt, floorCents: 90, late: false };
  await waitFor(async () => expect((await chart('a', '30d'))?.points.at(-1)).toEqual(appended));
});
