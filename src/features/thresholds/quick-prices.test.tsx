/** Prices to choose at one press, each with how often it would have fired. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { plain } from '#tests/support/plain.ts';
import { mockBackend, plainText, renderScreen } from '#tests/support/screen-harness.tsx';
import {
  collectibleSample,
  historySample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { QuickPrices } from './quick-prices.tsx';

const firingsAt: Record<number, number> = { 18000: 1, 19000: 12 };

function show(
  part: Partial<Collectible>,
  condition: 'below' | 'above' = 'below',
  offersTrial = false,
) {
  const points = [14_000, null, 26_000].map((floorCents, hour) => ({
    at: new Date(2026, 0, 1, hour).toISOString(),
    floorCents,
    late: false,
  }));
  const requests = mockBackend({
    'GET monitoring/history': [historySample({ range: 'all', points })],
    'POST monitoring/preview': [
      async (request: Request) => {
        const { threshold } = (await request.json()) as { threshold: { value: number } };
        return previewSample({ firings: firingsAt[threshold.value] ?? 0 });
      },
    ],
  });
  const onPrice = vi.fn();
  renderScreen(
    <QuickPrices
      threshold={umbralSample({ value: 19_000, condition })}
      collectible={collectibleSample(part)}
      offersTrial={offersTrial}
      onPrice={onPrice}
    />,
    '/dashboard',
  );
  return { onPrice, requests };
}
const offered = () =>
  screen
    .getAllByRole('button')
    .map((one) => `${plainText(one.firstElementChild)}: ${plain(one.title)}`);
const sharesBelow = ['−2 %: 196 €', '−5 %: 190 €', '−10 %: 180 €'];
const sharesAbove = ['+2 %: 204 €', '+5 %: 210 €', '+10 %: 220 €'];

it.each([
  ['below', [...sharesBelow, `${copy.low30d}: 150 €`], `${copy.lowEver}: 140 €`],
  ['above', [...sharesAbove, `${copy.high30d}: 250 €`], `${copy.highEver}: 260 €`],
] as const)(
  '“%s”: shares of the price now, the extreme of a month and of all times',
  async (condition, month, ever) => {
    const { requests } = show({ low30dCents: 15_000, high30dCents: 25_000 }, condition);
    expect(offered()).toEqual(month);
    await waitFor(() => expect(offered()).toEqual([...month, ever]));
    expect(requests).toContain('GET monitoring/history?collectible=c1&range=all');
  },
);

it('offers one that is true already, to try an alert', () => {
  show({}, 'below', true);
  expect(offered()).toEqual([`${copy.trial}: 206 €`, ...sharesBelow]);
});

it('says how often each would have fired, which one is written, and writes the one pressed', async () => {
  const { onPrice } = show({});
  const times = (share: number, firings: number) =>
    screen.findByRole('button', {
      name: new RegExp(`^${copy.share(false, share)} *${copy.times(firings)}$`),
    });
  expect(await times(10, 1)).toHaveAttribute('aria-pressed', 'false');
  expect(await times(5, 12)).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(await times(2, 0));
  expect(onPrice.mock.calls).toEqual([[19_600]]);
});
