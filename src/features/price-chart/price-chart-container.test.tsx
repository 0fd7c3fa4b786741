/** The chart of a match: its lines moved, edited and offered, and the prices laid over it. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import type { History } from '#contract/monitoring.ts';
import type { Umbral } from '#contract/threshold.ts';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { saveLocalLabel } from '#src/copy/settings-conflict.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { PriceChartContainer } from './price-chart-container.tsx';

setupScreenTests();
beforeAll(stubLayout);

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const historyOf = (collectibleId: string, floorCents: number): History => ({
  collectibleId,
  range: '24h',
  points: [
    { at: at(0), floorCents: 25_000, late: false },
    { at: at(12), floorCents, late: false },
    { at: at(20), floorCents, late: false },
  ],
  gaps: [],
  limitedToDays: null,
  sales: [{ at: at(6), priceCents: 24_000 }],
});

function show(
  umbrales: Record<string, Umbral> = { t1: umbralSample({ valor: 18_000 }) },
  part: Partial<Parameters<typeof PriceChartContainer>[0]> = {},
) {
  mockBackend({
    'POST monitoring/preview': [
      { firings: 1, days: 30, mails: 1, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const [onZoom, onEdit, onOffer] = [vi.fn(), vi.fn(), vi.fn()];
  const { showToast } = renderScreen(
    <PriceChartContainer
      history={historyOf('c1', 20_000)}
      chosen={collectibleSample()}
      target="Categoría 1"
      umbrales={umbrales}
      mails={[]}
      compared={[]}
      savedId={null}
      zoomed={null}
      onZoom={onZoom}
      onEdit={onEdit}
      onOffer={onOffer}
      {...part}
    />,
    '/dashboard/partidos/m1',
  );
  return { backend, onZoom, onEdit, onOffer, showToast };
}
const plot = () =>
  screen.findByRole('slider', { name: 'Precio mínimo de Categoría 1 en el tiempo' });
const lines = () =>
  screen
    .queryAllByRole('slider', { name: /^Línea de/ })
    .map((line) => Number(line.getAttribute('aria-valuenow')));
const line = () => screen.findByRole('slider', { name: /^Línea de/ });
async function moveUp(): Promise<void> {
  const handle = await line();
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  fireEvent.keyDown(handle, { key: 'Enter' });
}

it('has lines of the watching thresholds on the price of this collectible alone', async () => {
  const c1 = { tipo: 'coleccionable', id: 'c1' } as const;
  show({
    below: umbralSample({ valor: 18_000 }),
    above: umbralSample({ valor: 26_000, condicion: 'por_encima' }),
    paused: umbralSample({ valor: 18_100, pausa: 'usuario' }),
    change: umbralSample({ valor: 500, condicion: 'variacion' }),
    low: umbralSample({ valor: 7, condicion: 'minimo' }),
    other: umbralSample({ valor: 18_200, objetivo: { ...c1, id: 'c2' } }),
    match: umbralSample({ valor: 18_300, objetivo: { tipo: 'partido', id: 'c1' } }),
  });
  await plot();
  expect(lines().sort()).toEqual([180, 260]);
});

it('saves a line that was moved, and takes it back', async () => {
  const { backend, showToast } = show();
  await moveUp();
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  const stored = () => backend.settings.configuracion.umbrales.t1?.valor;
  expect(stored()).toBe(18_050);
  const [message, kind, undo] = showToast.mock.calls[0] ?? [];
  expect([message.replaceAll('\u00A0', ' '), kind, undo.label]).toEqual([
    'Te avisaremos si baja de 180,50 €.',
    'info',
    priceChartCopy.undo,
  ]);
  undo.run();
  await waitFor(() => expect(stored()).toBe(18_000));
});

it('says that a moved line was changed elsewhere, without a word of having moved it', async () => {
  const { backend, showToast } = show();
  await line();
  backend.settings = settingsSample({ t1: umbralSample({ valor: 17_000 }) });
  await moveUp();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Otra pestaña cambió este umbral/);
  expect(showToast).not.toHaveBeenCalled();
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: saveLocalLabel }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(backend.settings.configuracion.umbrales.t1?.valor).toBe(18_050);
});

it('a line beyond what the plan allows leads to the plans, and cannot be saved over it', async () => {
  show();
  server.use(
    http.patch('https://vigia.example/api/users/thresholds/:id', () =>
      errorResponse(403, 'plan_limit', 'Tu plan no llega.'),
    ),
  );
  await moveUp();
  expect(await screen.findByRole('alert')).toHaveTextContent('Tu plan no llega.');
  expect(screen.getByRole('link', { name: matchCopy.seePlans })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  expect(screen.queryByRole('button', { name: saveLocalLabel })).toBeNull();
});

it('says that a move could not be taken back', async () => {
  const { showToast } = show();
  await moveUp();
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  server.use(
    http.patch('https://vigia.example/api/users/thresholds/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  showToast.mock.calls[0]?.[2].run();
  await waitFor(() =>
    expect(showToast).toHaveBeenLastCalledWith('No se ha podido deshacer. Ahora no.', 'error'),
  );
});

it('edits a threshold by its line, offers one at a price, and zooms', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { onEdit, onOffer, onZoom } = show({ t1: umbral });
  fireEvent.keyDown(await line(), { key: 'Enter' });
  expect(onEdit.mock.calls).toEqual([[{ id: 't1', umbral }]]);
  fireEvent.keyDown(await plot(), { key: 'Enter' });
  await userEvent.click(screen.getByRole('button', { name: /^Avísame a este precio/ }));
  expect(onOffer.mock.calls).toEqual([['c1', 20_000]]);
  await userEvent.click(screen.getByRole('button', { name: priceChartCopy.zoomIn }));
  expect(onZoom).toHaveBeenCalledOnce();
});

it('marks sales, and mails at the time they were sent, or of their price while they wait', async () => {
  const mail = (id: string, hour: number, sentAt: string | null) =>
    alertSample({
      id,
      observedAt: at(hour),
      delivery: { state: 'sent', attempts: 1, sentAt },
    });
  show(undefined, { mails: [mail('1', 13, at(14)), mail('2', 15, null)] });
  await plot();
  const titles = screen.getAllByTitle(/^(Correo|Venta)/).map(({ title }) => title);
  expect(titles).toEqual([
    expect.stringMatching(/^Venta a 240,00.*6:00/),
    expect.stringMatching(/^Correo enviado, .*14:00/),
    expect.stringMatching(/^Correo enviado, .*15:00/),
  ]);
});

it('lays other prices over it, and reads again one that failed', async () => {
  let c3: () => Response = () => errorResponse(500, 'internal', 'No.');
  server.use(
    http.get('https://vigia.example/api/monitoring/history', ({ request }) =>
      new URL(request.url).searchParams.get('collectible') === 'c3'
        ? c3()
        : HttpResponse.json(historyOf('c2', 21_000)),
    ),
  );
  const compared = ['c2', 'c3'].map((id) => ({ id, name: `Zona ${id}`, dash: '1 9' }));
  show(undefined, { compared });
  const read = async () => {
    fireEvent.keyDown(await plot(), { key: 'End' });
    return (await plot()).getAttribute('aria-valuetext')?.replaceAll('\u00A0', ' ');
  };
  expect(await screen.findByText(/Zona c3/)).toHaveTextContent(
    priceChartCopy.comparedFailed('Zona c3'),
  );
  expect(await read()).toMatch(/200 €, Zona c2 210 €$/);
  c3 = () => HttpResponse.json(historyOf('c3', 22_000));
  await userEvent.click(screen.getByRole('button', { name: priceChartCopy.retry }));
  await waitFor(() => expect(screen.queryByText(/No se ha podido/)).toBeNull());
  expect(await read()).toMatch(/200 €, Zona c2 210 €, Zona c3 220 €$/);
});
