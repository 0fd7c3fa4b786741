/** Without a network: the prices stored on this device, with their age, or nothing. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lastPricesCopy } from '#src/copy/last-prices.ts';
import { matchCopy } from '#src/copy/match.ts';
import { plain } from '#tests/support/plain.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { LastPricesList } from './last-prices-list.tsx';
import { type LastPrice, writeLastPrices } from './last-prices-storage.ts';

const price = (part: Partial<LastPrice> = {}): LastPrice => ({
  key: 'c1',
  match: 'España – Uruguay',
  target: 'Categoría 1',
  currency: 'EUR',
  floorCents: 20_000,
  rule: 'baja de 180 €',
  isCrossed: false,
  ...part,
});
const store = (prices: readonly LastPrice[], omitted = 0) =>
  writeLastPrices({ atMs: new Date(2026, 10, 20, 18, 42).getTime(), prices, omitted });
const rows = () => screen.getAllByRole('row').slice(1).map(plainText);

it('says what each cost, its threshold, and which is crossed', () => {
  store([
    price(),
    price({ key: 'c2', target: 'Palco', isCrossed: true }),
    price({ key: 'c3', floorCents: null, rule: null }),
  ]);
  render(<LastPricesList />);
  expect(rows()).toEqual([
    'España – UruguayCategoría 1200,00 €baja de 180 €',
    'España – UruguayPalco200,00 €baja de 180 € · cruzado',
    `España – UruguayCategoría 1${matchCopy.nothingListed}${lastPricesCopy.noThreshold}`,
  ]);
  const age = lastPricesCopy.age(new Date(2026, 10, 20, 18, 42), new Date());
  expect(screen.getByText(plain(age))).toBeVisible();
});
