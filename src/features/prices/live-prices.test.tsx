/** Prices as they are now: from the stream where it is newer, with their change, and how old the market's reading is. */
import { act, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { connectionChanged, sourceUpdated } from '#store/live.slice.ts';
import {
  plainText,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { ChangeIn24h } from './change-in-24h.tsx';
import { LiveChange, LivePrice } from './live-price.tsx';
import { MarketFreshness } from './market-freshness.tsx';

setupScreenTests();

it.each([
  [820, 'chg--up', 'sube 8,2 %'],
  [-820, 'chg--down', 'baja 8,2 %'],
  [0, 'chg--flat', 'sin cambios = 0,0 %'],
  [1, 'chg--up', 'sube 0,0 %'],
  [null, 'chg--flat', 'sin datos de hace 24 horas—'],
])('of a change of %j basis points it says so', (basisPoints, direction, words) => {
  renderScreen(<ChangeIn24h basisPoints={basisPoints} />, '/dashboard');
  const change = document.querySelector('.chg');
  expect(plainText(change)).toBe(words);
  expect(change).toHaveClass(direction);
});

it('shows a price and its change, or that nothing is on sale', () => {
  const item = collectibleSample({ change24hBp: 500 });
  renderScreen(
    <>
      <LivePrice item={item} emptyText="Nada en venta" />
      <LiveChange item={item} />
      <LivePrice item={{ ...item, id: 'c2', floorCents: null }} emptyText="Agotado" />
    </>,
    '/dashboard',
  );
  expect(plainText(document.querySelector('.price'))).toBe('200,00 €');
  expect(plainText(document.querySelector('.chg'))).toBe('sube 5,0 %');
  expect(screen.getByText('Agotado')).toBeVisible();
  expect(screen.queryByText('Nada en venta')).toBeNull();
});

const arrivedAt = new Date(2026, 10, 20, 18, 42).toISOString();
const source = (state: 'fresh' | 'stale', arrived: string | null = arrivedAt) =>
  sourceUpdated({ state, observedAt: arrived, arrivedAt: arrived });

/** @param market what the health of the server says of it; null: that is not known yet */
function showFreshness(market: { ok: boolean; lastReadingAgeSeconds: number | null } | null) {
  const asked = vi.fn();
  server.use(
    http.get('https://vigia.example/health', async () => {
      asked();
      if (market === null) await new Promise(() => {});
      return HttpResponse.json({ checks: { market } });
    }),
  );
  const { store } = renderScreen(<MarketFreshness />, '/dashboard');
  const shown = () => document.querySelector('span');
  return {
    asked,
    shown,
    dispatch: (action: Parameters<typeof store.dispatch>[0]) =>
      act(() => void store.dispatch(action)),
  };
}

it.each([
  [true, 'live'],
  [false, ''],
])(
  'from the health of the server (%s) it says when the last reading was',
  async (ok, className) => {
    const now = new Date(2026, 10, 20, 18, 42, 30).getTime();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const { shown } = showFreshness({ ok, lastReadingAgeSeconds: 90 });
    expect(await screen.findByText('lectura de las 18:41')).toBeVisible();
    expect(shown()?.className).toBe(className);
  },
);

it('from the stream it says so by itself, and that it is live while readings arrive', async () => {
  const { dispatch, shown } = showFreshness({ ok: true, lastReadingAgeSeconds: 5 });
  await screen.findByText(/^lectura de las/);
  dispatch(source('fresh'));
  expect(shown()?.textContent).toBe('lectura de las 18:42');
  expect(shown()?.className).toBe('live');
  dispatch(source('stale'));
  expect(shown()?.className).toBe('');
});

it('leaves to the banner that the connection is lost, and says how old what is shown is', async () => {
  const { dispatch, shown } = showFreshness({ ok: true, lastReadingAgeSeconds: 5 });
  await screen.findByText(/^lectura de las/);
  dispatch(source('fresh'));
  for (const connection of ['lost', 'unanswered'] as const) {
    dispatch(connectionChanged({ connection, lastActivityAtMs: null }));
    expect(shown()?.textContent).toBe('última lectura de las 18:42');
  }
  dispatch(connectionChanged({ connection: 'open', lastActivityAtMs: null }));
  expect(shown()?.textContent).toBe('lectura de las 18:42');
});
