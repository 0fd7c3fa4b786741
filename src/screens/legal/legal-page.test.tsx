/** A legal page: its sections, the limits of the plans, and the section of its address. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { terms } from '#src/copy/terms.ts';
import { renderScreen, sessionView } from '#tests/support/screen-harness.tsx';
import { TermsScreen } from './terms-screen.tsx';

afterEach(() => window.history.replaceState(null, '', '/'));

const show = () =>
  renderScreen(<TermsScreen />, '/terms', {
    route: '/terms',
    sessionPart: {
      session: sessionView({ status: 'public', user: null }),
      site: { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null },
    },
  });
const [, second] = terms.sections;
if (second === undefined) throw new Error('the terms have no second section');

it('has the limits of the plans, where one has none it says so', () => {
  show();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  const cells = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  expect(cells).toEqual(['3', '20', 'sin límite']);
  expect(rows[1]).toHaveTextContent('9,99 €');
});

/** Opens the page at an address, of which the browser has not found the section by itself. */
function openAt(hash: string) {
  window.history.replaceState(null, '', `/terms${hash}`);
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id);
  });
  const { matches } = Element.prototype;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector !== ':target' && matches.call(this, selector);
  });
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  show();
  return { scrolled, focus };
}

it.each(['', '#no-existe', '#%'])('stays at its beginning with %j', (hash) => {
  expect(openAt(hash).scrolled).toEqual([]);
  expect(document.body).toHaveFocus();
});
