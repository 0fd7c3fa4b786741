/** The link to the marketplace: where it opens, what it is called, and that there is none without a page. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarketPageIconLink, MarketPageLink } from './market-page-link.tsx';

const url = 'https://mercado.example/articulo/1';
const name = 'Ver en el mercado: España – Uruguay, Palco (se abre en otra pestaña)';

it.each([
  ['link', MarketPageLink],
  ['icon', MarketPageIconLink],
])('as a %s it opens a tab that knows nothing of ours, and says so', (_as, Component) => {
  const { rerender } = render(<Component url={url} target="España – Uruguay, Palco" />);
  const link = screen.getByRole('link', { name });
  expect(link).toHaveAttribute('href', url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  rerender(<Component url={undefined} target="España – Uruguay, Palco" />);
  expect(screen.queryByRole('link')).toBeNull();
});
