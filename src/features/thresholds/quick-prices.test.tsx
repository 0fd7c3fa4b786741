/** Prices to choose at one press, each with how often it would have fired. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Collectible } from '#store/api/api-types.ts';
import {
  mockBackend,
  plainText,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { QuickPrices } from './quick-prices.tsx';

setupScreenTests();

const priced = { low30dCents: 15_000, high30dCents: 25_000 };

function show(
  part: Partial<Collectible> = priced,
  {
    isAbove = false,
    offersTrial = false,
    known = [14_000, null, 26_000] as (number | null)[],
  } = {},
) {
  const points = known.map((floorCents, n) => ({
    at: `2026-01-0${n + 1}T00:00:00.000Z`,
    floorCents,
    late: false,
  }));
  const [history] = mockHistory(points);
  server.use(
    http.post('https://vigia.example/api/monitoring/preview', async ({ request }) => {
      const { umbral } = (await request.json()) as { umbral: { valor: number } };
      const firings = umbral.valor === 18_000 ? 1 : umbral.valor === 19_000 ? 12 : 0;
      return HttpResponse.json({
        ...{ firings, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
      });
    }),
  );
  const onPrice = vi.fn();
  renderScreen(
    <QuickPrices
      umbral={umbralSample({ valor: 19_000, condicion: isAbove ? 'por_encima' : 'por_debajo' })}
      collectible={collectibleSample(part)}
      offersTrial={offersTrial}
      onPrice={onPrice}
    />,
    '/dashboard',
  );
  return { onPrice, history };
}
const mockHistory = (points: readonly object[]) => [
  mockBackend({
    'GET monitoring/history': [
      { collectibleId: 'c1', range: 'all', points, gaps: [], limitedToDays: null },
    ],
  }),
];
const offered = () =>
  screen.getAllByRole('button').map((button) => {
    const label = plainText(button.querySelector('b'));
    return `${label}: ${button.title.replaceAll('\u00A0', ' ')}`;
  });

it('below the price now: shares of it, the lowest of a month and of all times', async () => {
  const { history } = show();
  const month = ['−2 %: 196 €', '−5 %: 190 €', '−10 %: 180 €', 'Mínimo 30 días: 150 €'];
  expect(offered()).toEqual(month);
  await waitFor(() => expect(offered()).toEqual([...month, 'Mínimo histórico: 140 €']));
  expect(history).toEqual(['GET monitoring/history?collectible=c1&range=all']);
});

it('above it: shares of it, the highest of a month and of all times', async () => {
  show(priced, { isAbove: true });
  const month = ['+2 %: 204 €', '+5 %: 210 €', '+10 %: 220 €', 'Máximo 30 días: 250 €'];
  await waitFor(() => expect(offered()).toEqual([...month, 'Máximo histórico: 260 €']));
});

it('offers one that is true already, to try an alert', () => {
  show({}, { offersTrial: true });
  expect(offered()).toEqual([
    'Ya se cumple: pruébalo: 206 €',
    '−2 %: 196 €',
    '−5 %: 190 €',
    '−10 %: 180 €',
  ]);
});

it('says how often each would have fired, which one is written, and writes the one pressed', async () => {
  const { onPrice } = show({});
  expect(await screen.findByRole('button', { name: /^−10.% *1 vez$/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(await screen.findByRole('button', { name: /^−5.% *12 veces$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^−2.% *nunca en 30 días$/ }));
  expect(onPrice.mock.calls).toEqual([[19_600]]);
});
