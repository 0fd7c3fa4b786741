/** The link to the marketplace: where it opens, what it is called, and that there is none without a page. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { marketPageCopy as copy } from '#src/copy/market-page.ts';
import { MarketPageIconLink, MarketPageLink } from './market-page-link.tsx';

const url = 'https://mercado.example/articulo/1';

it.each([
  ['link', MarketPageLink],
  ['icon', MarketPageIconLink],
])('as a %s it opens a tab that knows nothing of ours, and says so', (_as, Component) => {
  const { rerender } = render(<Component url={url} target="Palco" />);
  const link = screen.getByRole('link', { name: `${copy.label}: Palco (${copy.newTab})` });
  expect(link).toHaveAttribute('href', url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  rerender(<Component url={undefined} target="Palco" />);
  expect(screen.queryByRole('link')).toBeNull();
});
