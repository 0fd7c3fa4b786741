/** The price history of a collectible: as a chart or a table, by range, and what it says when there is none to show. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { History } from '#contract/monitoring.ts';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  press,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { PriceHistorySection } from './price-history-section.tsx';
import { useChartPeriod } from './use-chart-period.ts';

setupScreenTests();
beforeAll(stubLayout);

const collectibles = [
  collectibleSample({ floorCents: null }),
  collectibleSample({ id: 'c2', category: 'Palco', floorCents: 20_000, change24hBp: -250 }),
];
const point = (day: number, floorCents: number) => ({
  at: `2026-11-${day}T10:00:00.000Z`,
  floorCents,
  late: false,
});
type Answer = Partial<History> | Response | Promise<Partial<History> | Response>;
const withPrices = { points: [point(20, 18_000), point(21, 17_000)] };

/** @param answerOf what the backend says of a collectible and a range */
function show(
  answerOf: (collectibleId: string, range: string) => Answer,
  { mails = [], path = '' }: { mails?: readonly AlertItem[]; path?: string } = {},
) {
  mockBackend({ 'GET users/alerts': [{ items: mails, nextCursor: null, unread: 0 }] });
  mockSettingsBackend(settingsSample());
  server.use(
    http.get('https://vigia.example/api/monitoring/history', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      const collectibleId = searchParams.get('collectible') ?? '';
      const range = searchParams.get('range') ?? '';
      const answer = await answerOf(collectibleId, range);
      if (answer instanceof Response) return answer;
      const none = { collectibleId, range, points: [], gaps: [], limitedToDays: null };
      return HttpResponse.json({ ...none, ...answer });
    }),
  );
  const Section = () => {
    const period = useChartPeriod();
    const [id, setId] = useState('c1');
    const chosen = collectibles.find((item) => item.id === id) ?? collectibleSample();
    return (
      <PriceHistorySection
        {...{ collectibles, chosen, period }}
        matchId="m1"
        savedId={null}
        umbrales={{}}
        onChoose={setId}
        onEdit={() => {}}
        onOffer={() => {}}
      />
    );
  };
  return renderScreen(<Section />, `/dashboard/partidos/m1${path}`);
}

const chart = () => screen.findByRole('slider', { name: /^Precio mínimo de/ });
const noChart = () => expect(screen.queryByRole('slider')).toBeNull();
const loading = { name: priceChartCopy.loading };
const rows = () => screen.getAllByRole('row').slice(1).map(plainText);

it('is a chart, or a table with the mails sent of this collectible and its sales', async () => {
  const mail = (id: string, part: Partial<AlertItem>) =>
    alertSample({ id, collectibleId: 'c1', observedAt: '2026-11-21T09:00:00.000Z', ...part });
  show(() => ({ ...withPrices, sales: [{ at: '2026-11-21T08:00:00.000Z', priceCents: 16_500 }] }), {
    mails: [
      mail('1', {}),
      mail('2', { collectibleId: 'c2' }),
      mail('3', { delivery: { state: 'failed', attempts: 9, sentAt: null } }),
    ],
  });
  await chart();
  expect(screen.queryByRole('status', loading)).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('group', { name: matchCopy.compare })).toBeVisible();
  expect(screen.getByText(priceChartCopy.mailSent)).toBeVisible();
  expect(screen.getByText(priceChartCopy.sale)).toBeVisible();
  expect(screen.queryByText(/^Aún no hay precios/)).toBeNull();
  await press(matchCopy.asTable);
  noChart();
  expect(screen.queryByRole('group', { name: matchCopy.compare })).toBeNull();
  expect(rows()).toEqual([
    expect.stringContaining('170,00 €'),
    expect.stringContaining(priceChartCopy.mailSent),
    expect.stringContaining('Venta a 165,00 €'),
    expect.stringContaining('180,00 €'),
  ]);
  await press(matchCopy.asChart);
  await chart();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says what it does not show for the plan, and where there is more', async () => {
  show(() => ({ ...withPrices, limitedToDays: 7 }));
  expect(await screen.findByText(/^Tu plan muestra los últimos 7 días\./)).toBeVisible();
  expect(screen.getByRole('link', { name: matchCopy.seePlans })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
});

it('says why it cannot be read, and reads it on retry', async () => {
  let answer: Answer = errorResponse(503, 'unavailable', 'Ahora no.');
  show(() => answer);
  expect(screen.getByRole('status', loading)).toBeInTheDocument();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('status', loading)).toBeNull();
  noChart();
  const next = Promise.withResolvers<Partial<History>>();
  answer = next.promise;
  await press(priceChartCopy.retry);
  expect(await screen.findByRole('status', loading)).toBeInTheDocument();
  expect(screen.queryByText('Ahora no.')).toBeNull();
  next.resolve(withPrices);
  await chart();
});

it('keeps the chart while another range loads, and takes it away when that cannot be read', async () => {
  const week = Promise.withResolvers<Response>();
  const { address } = show((_id, range) => (range === '7d' ? week.promise : withPrices));
  await chart();
  const ranges = screen.getByRole('group', { name: matchCopy.period });
  const pressed = () => within(ranges).getAllByRole('button', { pressed: true }).map(plainText);
  expect(pressed()).toEqual([matchCopy.ranges['30d']]);
  await userEvent.click(within(ranges).getByRole('button', { name: matchCopy.ranges['7d'] }));
  await waitFor(() => expect(pressed()).toEqual([matchCopy.ranges['7d']]));
  expect(address()).toContain('?rango=7d');
  const section = screen.getByRole('region', { name: 'Historial de precio, Categoría 1' });
  expect(section).toHaveAttribute('aria-busy', 'true');
  await chart();
  week.resolve(errorResponse(503, 'unavailable', 'Ahora no.'));
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(section).toHaveAttribute('aria-busy', 'false');
  noChart();
});

it('never shows the prices of one collectible under the name of another', async () => {
  const other = Promise.withResolvers<Partial<History>>();
  show((id) => (id === 'c2' ? other.promise : withPrices));
  await chart();
  expect(screen.getAllByText(matchCopy.nothingListed)[0]).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Palco' }));
  expect(await screen.findByRole('status', loading)).toBeInTheDocument();
  noChart();
  const panel = screen.getByRole('tabpanel', { name: 'Palco' });
  expect(plainText(panel)).toContain('200,00 €baja 2,5 % en 24 h');
  other.resolve(withPrices);
  expect(await chart()).toHaveAccessibleName('Precio mínimo de Palco en el tiempo');
});
