/** A price that changes flashes the way it went; a change of price is a figure, a shape and a word. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FlashingPrice } from './flashing-price.tsx';
import { PriceChange } from './price.tsx';

const priceOf = (cents: number) => (
  <FlashingPrice cents={cents} figure={`${cents / 100}`} symbol="€" />
);

it('stands still at first, then flashes down or up, anew at every change', () => {
  const { container, rerender } = render(priceOf(20_000));
  const shown = () => container.querySelector('.price');
  expect(shown()).toHaveTextContent('200 €');
  expect(shown()?.className).toBe('price');
  rerender(priceOf(19_000));
  const first = shown();
  expect(first?.className).toBe('price is-down');
  rerender(priceOf(19_000));
  expect(shown()).toBe(first);
  rerender(priceOf(18_000));
  // Another element: the animation runs again.
  expect(shown()).not.toBe(first);
  expect(shown()?.className).toBe('price is-down');
  rerender(priceOf(21_000));
  expect(shown()?.className).toBe('price is-up');
  expect(shown()).toHaveTextContent('210 €');
});

it.each([
  ['up', 'sube', 'sube 8,2 %', 'M5 .8 9.8 9.200H.2z'],
  ['down', 'baja', 'baja 8,2 %', 'M5 9.200.2.8h9.600z'],
  ['flat', 'sin cambios', 'sin cambios = 8,2 %', undefined],
] as const)('a change %s says “%s” and has its shape', (direction, word, words, shape) => {
  const { container } = render(<PriceChange text="8,2 %" direction={direction} word={word} />);
  expect(screen.getByText(word).parentElement).toHaveTextContent(words);
  expect(container.querySelector('path')?.getAttribute('d')).toBe(shape);
});
