/** Lines that have come near are told once a minute, those near from the start or crossed are not. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setNearbyAnnouncement } from '#src/features/notifications/nearby-announcement-preference.ts';
import { watchRows } from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible, Settings } from '#store/api/types.ts';
import { NearbyPriceAnnouncer } from './nearby-price-announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const names = ['España – Uruguay', 'Argentina – Japón'];

/** A line at 100 € on each; the prices, in euros. */
function rowsAt(...euros: readonly number[]) {
  const items = euros.map(
    (price, at): Collectible => ({
      id: `c${at}`,
      matchId: `m${at}`,
      matchName: names[at] ?? '',
      name: 'Categoría 1',
      category: '1',
      rarity: null,
      currency: 'EUR',
      floorCents: price * 100,
      listings: 1,
      lastSaleCents: null,
      change24hBp: null,
      low30dCents: null,
      high30dCents: null,
      observedAt: null,
    }),
  );
  const umbrales: Settings['configuracion']['umbrales'] = Object.fromEntries(
    items.map(({ id, currency: moneda }) => [
      id,
      {
        objetivo: { tipo: 'coleccionable', id },
        condicion: 'por_debajo',
        valor: 10_000,
        moneda,
        pausa: null,
        silenciadoHasta: null,
        version: 1,
        creadoEn: '2026-01-01T00:00:00.000Z',
      },
    ]),
  );
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  return watchRows(items, { configuracion, version: 1, estados: {} });
}

const aMinute = () => act(() => vi.advanceTimersByTime(60_000));

it('tells of what came near, once, and neither before the minute is over nor of what has crossed', () => {
  const { rerender } = render(<NearbyPriceAnnouncer rows={rowsAt(104, 150)} />);
  const news = screen.getByRole('status');
  aMinute();
  expect(news).toBeEmptyDOMElement();

  rerender(<NearbyPriceAnnouncer rows={rowsAt(99, 103)} />);
  expect(news).toBeEmptyDOMElement();
  aMinute();
  expect(news).toHaveTextContent('Uno más, a punto: Argentina – Japón, 103,00 €.');

  rerender(<NearbyPriceAnnouncer rows={rowsAt(103, 102)} />);
  aMinute();
  expect(news).toHaveTextContent('Argentina – Japón, 103,00 €');
});

it('is silent for whoever wants it so', () => {
  setNearbyAnnouncement(false);
  const { rerender } = render(<NearbyPriceAnnouncer rows={rowsAt(150)} />);
  rerender(<NearbyPriceAnnouncer rows={rowsAt(103)} />);
  aMinute();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  setNearbyAnnouncement(true);
});
