/** The statistics of a category: what a market publishes, what it does not, and what each figure means. */

import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Statistics } from '#contract/monitoring.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { statisticsCopy } from '#src/copy/statistics.ts';
import {
  definitions,
  errorResponse,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { CategoryStatistics } from './category-statistics.tsx';

setupScreenTests();

const url = 'https://vigia.example/api/monitoring/stats';
const known = (value: number | null, sampleSize = 7) => ({ value, sampleSize });
const all: Statistics = {
  currency: 'EUR',
  floorCents: known(18_000, 1),
  medianAskCents: known(19_000.4),
  spreadBp: known(560),
  depthWithin5Pct: known(3),
  change24hBp: known(-250),
  change7dBp: known(0),
  volatility: known(0.0421),
  volumeSales24h: known(0),
  bestValuePerTicketCents: known(9_000),
};

function show(part: Partial<Statistics> = {}) {
  server.use(http.get(url, () => HttpResponse.json({ ...all, ...part })));
  renderScreen(<CategoryStatistics matchId="m1" category="1" />, '/dashboard/partidos/m1');
}

const figures = async () => {
  await screen.findByText(statisticsCopy.figures.floorCents.label);
  return definitions();
};
const sentence = () => screen.queryByText(/^Este mercado/)?.textContent;

it('says each figure in its unit, with how many it is taken from', async () => {
  show();
  expect(await figures()).toEqual({
    'Precio mínimo1 coleccionable': '180,00 €',
    'Mediana en venta7 en venta': '190,00 €',
    'Distancia a la mediana7 en venta': '5,6 %',
    'A menos del 5 % del mínimo7 en venta': '3',
    'Cambio en 24 h7 coleccionables': 'baja 2,5 %',
    'Cambio en 7 días7 coleccionables': 'sin cambios = 0,0 %',
    'Volatilidad diaria7 días': '4,2 %',
    'Ventas en 24 h': '0',
    'Precio mínimo por entrada incluida7 coleccionables': '90,00 €',
  });
  expect(sentence()).toBeUndefined();
});

it.each([
  [
    'neither asks nor sales',
    { depthWithin5Pct: known(null), volumeSales24h: known(null) },
    4,
    /precios mínimos: no se sabe/,
  ],
  [
    'no asks',
    { depthWithin5Pct: known(null) },
    3,
    /^Este mercado solo publica el precio mínimo de lo que/,
  ],
  ['no sales', { volumeSales24h: known(null) }, 1, /^Este mercado no publica sus ventas\.$/],
] as const)(
  'a market that publishes %s is one sentence, not a row each',
  async (_what, part, missing, words) => {
    show(part);
    expect(Object.keys(await figures())).toHaveLength(9 - missing);
    expect(sentence()).toMatch(words);
  },
);

it('says that they cannot be read, and reads them on retry', async () => {
  show();
  server.use(http.get(url, () => errorResponse(503, 'unavailable', 'Ahora no.'), { once: true }));
  expect(screen.getByRole('status', { name: statisticsCopy.loading })).toBeInTheDocument();
  expect(await screen.findByText(statisticsCopy.failed)).toBeVisible();
  await press(priceChartCopy.retry);
  expect(Object.keys(await figures())).toHaveLength(9);
});
