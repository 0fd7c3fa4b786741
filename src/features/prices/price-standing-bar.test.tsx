/** “¿Es buen precio?”: what is said of a price among those of a month, and nothing before they are known. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { standingCopy as copy } from '#src/copy/price-standing.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { PriceStandingBar } from './price-standing-bar.tsx';

/** 100, 200 … cents: one a day. */
const days = (amount: number) => Array.from({ length: amount }, (_, day) => 100 * (day + 1));

it.each<[string, number[] | undefined, number | null, string]>([
  ['cheap', days(30), 550, 'Más barato que el 83 % del último mes'],
  ['dear', days(30), 2_500, 'Más caro que el 80 % del último mes'],
  ['cheaper than all', days(30), 50, 'De lo más barato en el último mes'],
  ['dearer than all', days(30), 9_999, 'De lo más caro en el último mes'],
  ['what it always was', Array(30).fill(700), 700, 'Como en todo el último mes'],
  ['known for some days', days(10), 250, 'Más barato que el 80 % de los últimos 10 días'],
  ['known for less than a week', days(6), 250, copy.unknown],
  ['not on sale', days(30), null, ''],
  ['not known yet', undefined, 250, ''],
])('of a price that is %s', (_what, month, cents, sentence) => {
  const { container } = render(<PriceStandingBar month={month} cents={cents} />);
  expect(plainText(container.firstElementChild)?.trim()).toBe(`${copy.question}${sentence}`);
});

it('in a row is its bar alone, with the sentence for a screen reader', () => {
  render(<PriceStandingBar month={days(30)} cents={550} isSmall />);
  expect(screen.getByText(/^Más barato que el 83/)).toBeInTheDocument();
  expect(screen.queryByText(copy.question)).toBeNull();
});
