/** What a rule would have done on the prices of a month, and its line on their chart. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdPreview } from './threshold-preview.tsx';

setupScreenTests();
beforeAll(stubLayout);

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const preview = (part = {}) => ({
  firings: 2,
  days: 30,
  mails: 1,
  last: [{ observedAt: at(12), valueCents: 17_000 }],
  currentCents: 20_000,
  alreadyTrue: false,
  ...part,
});
const points = [0, 8, 12, 20].map((hour) => ({ at: at(hour), floorCents: 20_000, late: false }));

function show(
  part: Partial<Parameters<typeof ThresholdPreview>[0]> = {},
  { answers = [preview()] as unknown[], history = points } = {},
) {
  const requests = mockBackend({
    'POST monitoring/preview': answers,
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: history, gaps: [], limitedToDays: null },
    ],
  });
  const onPrice = vi.fn();
  renderScreen(
    <ThresholdPreview
      umbral={umbralSample({ valor: 18_000 })}
      isUnfinished={false}
      collectible={collectibleSample()}
      onPrice={onPrice}
      {...part}
    />,
    '/dashboard',
  );
  return { onPrice, requests };
}
const said = () => plainText(screen.getByRole('status'));
const line = () => screen.findByRole('slider', { name: /^Línea de Categoría 1/ });

it('says what it knows at once, then how often it would have fired and with how many mails', async () => {
  const { requests } = show();
  const now = 'Ahora está a 200,00 €: falta un 10,0 %.';
  expect(said()).toBe(`Probándolo con los precios de los últimos 30 días…${now}`);
  await waitFor(() =>
    expect(said()).toBe(
      `Habría saltado 2 veces en 30 días; última: 20 novHabría sido 1 correo. ${now}`,
    ),
  );
  const [asked] = requests.filter((request) => request.startsWith('POST'));
  expect(JSON.parse(asked?.replace('POST monitoring/preview', '') ?? '')).toEqual({
    umbral: {
      objetivo: { tipo: 'coleccionable', id: 'c1' },
      condicion: 'por_debajo',
      valor: 18_000,
      moneda: 'EUR',
      banda: 300,
    },
    dias: 30,
  });
});

it('says why it cannot be tried, and still how far the price is', async () => {
  show({}, { answers: [errorResponse(429, 'rate_limited', 'Demasiadas pruebas.')] });
  await waitFor(() =>
    expect(said()).toBe('Demasiadas pruebas.Ahora está a 200,00 €: falta un 10,0 %.'),
  );
});

it('of the cheapest of several it says what the backtest says, without a chart', async () => {
  const { requests } = show({ collectible: undefined });
  expect(said()).toBe('Probándolo con los precios de los últimos 30 días… ');
  await waitFor(() =>
    expect(said()).toMatch(/1 correo\. Ahora está a 200,00 €: falta un 10,0 %\.$/),
  );
  expect(screen.queryByRole('img')).toBeNull();
  expect(requests.some((request) => request.includes('history'))).toBe(false);
});

it.each([
  ['something else is being written', { isUnfinished: true }],
  ['nothing valid has been written', { umbral: null }],
])('while %s it waits for a price', async (_why, part) => {
  show(part);
  expect(said()).toBe('Escribe un precioMientras tanto, la línea se queda donde estaba.');
});

it('draws the rule on the prices of a month, and marks where it would have fired', async () => {
  const { onPrice } = show();
  expect(screen.getByRole('img', { name: priceChartCopy.loading })).toBeInTheDocument();
  const handle = await line();
  expect(screen.queryByRole('img', { name: priceChartCopy.loading })).toBeNull();
  expect(handle).toHaveAttribute('aria-valuenow', '180');
  expect((await screen.findByTitle(/^Habría saltado/)).title.replaceAll('\u00A0', ' ')).toMatch(
    /^Habría saltado a 170 €, .*12:00/,
  );
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  fireEvent.keyDown(handle, { key: 'Enter' });
  expect(onPrice.mock.calls).toEqual([[18_050]]);
});
