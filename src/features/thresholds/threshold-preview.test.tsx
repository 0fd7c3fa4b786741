/** What a rule would have done on the prices of a month, and its line on their chart. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { ruleOf } from '#domain/threshold.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { previewCopy as copy, reachCopy } from '#src/copy/threshold-form-texts.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import {
  collectibleSample,
  historySample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { ThresholdPreview } from './threshold-preview.tsx';

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const last = [{ observedAt: at(12), valueCents: 17_000 }];
const points = [0, 8, 12, 20].map((hour) => ({ at: at(hour), floorCents: 20_000, late: false }));

function show(
  part: Partial<Parameters<typeof ThresholdPreview>[0]> = {},
  answer: unknown = previewSample({ firings: 2, mails: 1, last }),
) {
  const requests = mockBackend({
    'POST monitoring/preview': [answer],
    'GET monitoring/history': [historySample({ points })],
  });
  const onPrice = vi.fn();
  renderScreen(
    <ThresholdPreview
      threshold={umbralSample({ value: 18_000 })}
      isUnfinished={false}
      collectible={collectibleSample()}
      {...{ onPrice, ...part }}
    />,
    '/dashboard',
  );
  return { onPrice, requests };
}
const said = () => plainText(screen.getByRole('status'));
const now = `${copy.now('200,00 €')}: ${copy.away('10,0 %')}`;
const fired = `${copy.firings(2, 30, '20 nov')}${copy.mails(1)} ${now}`;

it('says what it knows at once, then how often it would have fired and with how many mails', async () => {
  const { requests } = show();
  expect(said()).toBe(`${copy.trying}${now}`);
  await waitFor(() => expect(said()).toBe(fired));
  const [asked] = requests.filter((request) => request.startsWith('POST'));
  const threshold = ruleOf(umbralSample({ value: 18_000 }));
  expect(JSON.parse(asked?.slice(asked.indexOf('{')) ?? '')).toEqual({ threshold, days: 30 });
});

it('says why it cannot be tried, and still how far the price is', async () => {
  show({}, errorResponse(429, 'rate_limited', 'Demasiadas pruebas.'));
  await waitFor(() => expect(said()).toBe(`Demasiadas pruebas.${now}`));
});

it('draws the cheapest of several as the backtest knows it, and what a low has to beat', async () => {
  const threshold = umbralSample({ condition: 'low', value: 7 });
  const answer = previewSample({ firings: 2, mails: 1, last, points, toBeatCents: 11_800 });
  const { requests } = show({ collectible: undefined, threshold }, answer);
  expect(said()).toBe(`${copy.trying} `);
  expect(await screen.findByText(/^118.€$/)).toHaveAttribute(
    'title',
    priceChartCopy.toBeat('118\u00A0€', 7),
  );
  expect(await screen.findByTitle(/^Habría saltado a 170.€, .*12:00/)).toBeInTheDocument();
  expect(requests.some((request) => request.includes('history'))).toBe(false);
});

it.each([
  ['something else is being written', { isUnfinished: true }],
  ['nothing valid has been written', { threshold: null }],
])('while %s it waits for a price', async (_why, part) => {
  show(part);
  expect(said()).toBe(`${copy.unfinished}${copy.unfinishedHint}`);
});

it('draws the rule on the prices of a month, and marks where it would have fired', async () => {
  const { onPrice } = show();
  expect(screen.getByRole('img', { name: priceChartCopy.loading })).toBeInTheDocument();
  const handle = await screen.findByRole('slider', { name: /^Línea de Categoría 1/ });
  expect(screen.queryByRole('img', { name: priceChartCopy.loading })).toBeNull();
  expect(handle).toHaveAttribute('aria-valuenow', '180');
  expect(await screen.findByTitle(/^Habría saltado a 170.€, .*12:00/)).toBeInTheDocument();
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  fireEvent.keyDown(handle, { key: 'Enter' });
  expect(onPrice.mock.calls).toEqual([[18_050]]);
});

const week = { days: 7, untilKickoff: false, share: 0.41, cases: 2_431 };
const kickoff = { days: 12.5, untilKickoff: true, share: null, cases: 120 };
it.each([
  ['how many of the lines like it were reached', { reach: [week] }, [reachCopy.share(week)]],
  [
    'until kick-off, and that there are too few cases',
    { reach: [week, kickoff] },
    [reachCopy.share(week), `${reachCopy.few} ${reachCopy.span(kickoff)}`],
  ],
  ['that there are none yet', { reach: [] }, [reachCopy.few]],
  ['nothing where the line is crossed', { reach: null }, null],
])('says %s', async (_what, part, sentences) => {
  show({}, previewSample(part));
  const region = () => screen.queryByRole('region', { name: reachCopy.title });
  expect(region()).toHaveTextContent(reachCopy.counting);
  await waitFor(() => expect(region()?.textContent ?? '').not.toContain(reachCopy.counting));
  if (sentences === null) return expect(region()).toBeNull();
  for (const sentence of sentences) expect(region()).toHaveTextContent(sentence);
  expect(screen.getByRole('link', { name: reachCopy.how })).toBeInTheDocument();
});

it.each([
  ['why', errorResponse(429, 'rate_limited', 'Demasiadas pruebas.'), 'Demasiadas pruebas.'],
  ['what is missing without a network', HttpResponse.error(), reachCopy.unread],
])('says %s it cannot count the lines like it', async (_what, answer, sentence) => {
  show({}, answer);
  const region = screen.getByRole('region', { name: reachCopy.title });
  await waitFor(() => expect(region).toHaveTextContent(sentence));
});

it.each([
  { condition: 'low', value: 7 } as const,
  { target: { kind: 'match', id: 'm1', category: null } } as const,
])('of a rule without a line of its own, %j, it says nothing about others', (part) => {
  const isMatch = 'target' in part;
  show({ threshold: umbralSample(part), ...(isMatch && { collectible: undefined }) });
  expect(screen.queryByRole('region', { name: reachCopy.title })).toBeNull();
});
