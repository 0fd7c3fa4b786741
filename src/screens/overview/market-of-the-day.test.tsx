/** The watched market in a day: what fell and rose, the median price, and sales where they are known. */

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Collectible } from '#contract/monitoring.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import {
  definitions,
  mockBackend,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { MarketOfTheDay } from './market-of-the-day.tsx';

setupScreenTests();

async function show(items: readonly Partial<Collectible>[], sales: number | null = 1_234) {
  mockBackend({
    'GET monitoring/stats': [{ currency: 'EUR', volumeSales24h: { value: sales, sampleSize: 1 } }],
  });
  renderScreen(
    <MarketOfTheDay items={items.map((item, n) => collectibleSample({ id: `c${n}`, ...item }))} />,
    '/dashboard',
  );
  await screen.findByText(sales === null ? overviewCopy.noSales : '1.234');
  return definitions();
}

it('counts what fell, rose and stayed, but not what has no price of yesterday', async () => {
  await show([
    { change24hBp: -100 },
    { change24hBp: -1 },
    { change24hBp: 0 },
    { change24hBp: 250 },
    { change24hBp: null },
  ]);
  expect(
    screen.getByRole('img', {
      name: 'De tus 4 coleccionables: bajan 2, sube 1, sin cambios 1',
    }),
  ).toBeInTheDocument();
  expect(screen.getByText('2 bajan')).toBeInTheDocument();
  expect(screen.getByText('1 igual')).toBeInTheDocument();
  expect(screen.getByText('1 sube')).toBeInTheDocument();
});

it('the median of an odd number is the one in the middle, of an even one between the two', async () => {
  const prices = [30_000, 10_000, 12_000].map((floorCents) => ({ floorCents }));
  expect(await show(prices)).toEqual({
    'Ventas del mercado': '1.234',
    'Precio mínimo mediano': '120,00 €',
    'En venta': '12',
  });
});

it('prices of two currencies have no median, and a market without sales says so', async () => {
  const shown = await show([{ currency: 'EUR' }, { currency: 'USD' }], null);
  expect(shown).toMatchObject({
    'Ventas del mercado': overviewCopy.noSales,
    'Precio mínimo mediano': '—',
  });
});
