/** Prices as they are now: with their change, and how old the market's reading is. */
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { connectionChanged, sourceUpdated } from '#store/live.slice.ts';
import { origin } from '#tests/support/origin-request.ts';
import { plainText, renderScreen, server } from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { ChangeIn24h } from './change-in-24h.tsx';
import { LiveChange, LivePrice } from './live-price.tsx';
import { MarketFreshness } from './market-freshness.tsx';

const said = () => plainText(document.body);

it.each([
  [820, 'sube 8,2 %'],
  [-820, 'baja 8,2 %'],
  [0, 'sin cambios = 0,0 %'],
  [1, 'sube 0,0 %'],
  [null, 'sin datos de hace 24 horas—'],
])('of a change of %j basis points it says “%s”', (basisPoints, words) => {
  render(<ChangeIn24h basisPoints={basisPoints} />);
  expect(said()).toBe(words);
});

it.each([
  [{}, '200,00 € sube 5,0 %'],
  [{ floorCents: null, change24hBp: null }, 'Agotado sin datos de hace 24 horas—'],
])('shows a price and its change, or that nothing is on sale: %j', (part, words) => {
  const item = collectibleSample({ change24hBp: 500, ...part });
  renderScreen(
    <>
      <LivePrice item={item} emptyText="Agotado" /> <LiveChange item={item} />
    </>,
    '/dashboard',
  );
  expect(said()).toBe(words);
});

const arrivedAt = new Date(2026, 10, 20, 18, 42).toISOString();

async function showFreshness(lastReadingAgeSeconds: number | null) {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(arrivedAt) + 30_000);
  const market = { ok: true, lastReadingAgeSeconds };
  server.use(http.get(`${origin}/health`, () => HttpResponse.json({ checks: { market } })));
  const { store } = renderScreen(<MarketFreshness />, '/dashboard');
  await screen.findByText(/lectura/);
  return (...actions: Parameters<typeof store.dispatch>[0][]) =>
    act(() => actions.forEach((action) => void store.dispatch(action)));
}

it.each([
  [90, 'lectura de las 18:41'],
  [null, 'Esperando la primera lectura'],
])(
  'from the health of the server, whose last reading is %j seconds old: %s',
  async (age, words) => {
    await showFreshness(age);
    expect(said()).toBe(words);
  },
);

it('from the stream it says so by itself, and leaves to the banner that the connection is lost', async () => {
  const dispatch = await showFreshness(90);
  dispatch(sourceUpdated({ state: 'fresh', observedAt: arrivedAt, arrivedAt }));
  expect(said()).toBe('lectura de las 18:42');
  for (const [connection, words] of [
    ['lost', 'última lectura de las 18:42'],
    ['unanswered', 'última lectura de las 18:42'],
    ['open', 'lectura de las 18:42'],
  ] as const) {
    dispatch(connectionChanged({ connection, lastActivityAtMs: null }));
    expect(said()).toBe(words);
  }
});
