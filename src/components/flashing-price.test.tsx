/** A price that changes flashes the way it went; a change of price is a figure, a shape and a word. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PriceChange } from './price.tsx';

it.each([
  ['up', 'sube', 'sube 8,2 %'],
  ['down', 'baja', 'baja 8,2 %'],
  ['flat', 'sin cambios', 'sin cambios = 8,2 %'],
] as const)('a change %s says “%s”', (direction, word, words) => {
  render(<PriceChange text="8,2 %" direction={direction} word={word} />);
  expect(screen.getByText(word).parentElement).toHaveTextContent(words);
});
