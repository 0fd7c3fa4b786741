/** Announces thresholds that came near, once a minute; not those near from the start, nor crossed ones. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setNearbyAnnouncement } from '#src/features/notifications/nearby-announcement-preference.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { NearbyPriceAnnouncer } from './nearby-price-announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const names = ['España – Uruguay', 'Argentina – Japón'];

/** One row per price in euros, each with a threshold at 100 €. */
function rowsAt(...euros: readonly number[]) {
  const items = euros.map((price, index) =>
    collectibleSample({
      id: `c${index}`,
      matchId: `m${index}`,
      matchName: names[index] ?? '',
      floorCents: price * 100,
    }),
  );
  const umbrales = Object.fromEntries(
    items.map(({ id }) => [
      id,
      umbralSample({ objetivo: { tipo: 'coleccionable', id }, valor: 10_000 }),
    ]),
  );
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  return buildWatchRows(items, { configuracion, version: 1, estados: {} });
}

const advanceMinute = () => act(() => vi.advanceTimersByTime(60_000));

it('announces what came near once, not before the minute is over, and nothing that has crossed', () => {
  const { rerender } = render(<NearbyPriceAnnouncer rows={rowsAt(104, 150)} />);
  const status = screen.getByRole('status');
  advanceMinute();
  expect(status).toBeEmptyDOMElement();

  rerender(<NearbyPriceAnnouncer rows={rowsAt(99, 103)} />);
  expect(status).toBeEmptyDOMElement();
  advanceMinute();
  expect(status).toHaveTextContent('Uno más, a punto: Argentina – Japón, 103,00 €.');

  rerender(<NearbyPriceAnnouncer rows={rowsAt(103, 102)} />);
  advanceMinute();
  expect(status).toHaveTextContent('Argentina – Japón, 103,00 €');
});

it('announces nothing when switched off', () => {
  setNearbyAnnouncement(false);
  const { rerender } = render(<NearbyPriceAnnouncer rows={rowsAt(150)} />);
  rerender(<NearbyPriceAnnouncer rows={rowsAt(103)} />);
  advanceMinute();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  setNearbyAnnouncement(true);
});
