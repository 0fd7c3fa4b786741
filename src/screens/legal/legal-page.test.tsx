/** A legal page: the way back for visitors and for who is signed in, its sections, its date, and the section of its address. */
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { terms } from '#src/copy/terms.ts';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { TermsScreen } from './terms-screen.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  window.history.replaceState(null, '', '/');
});

const sessionOf = (status: string) => ({ session: { status }, site: {} }) as SessionContextValue;

const termsPage = (
  <SessionContext value={sessionOf('public')}>
    <MemoryRouter>
      <TermsScreen />
    </MemoryRouter>
  </SessionContext>
);
const [, second] = terms.sections;
if (second === undefined) throw new Error('the terms have no second section');

it('numbers its sections alike in the text and in the contents, of which the first is marked', () => {
  render(termsPage);
  expect(document.title).toMatch(new RegExp(`^${terms.title} · `));
  const contents = within(screen.getByRole('navigation', { name: 'Contenido' }));
  const links = contents.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(
    terms.sections.map(({ title }, index) => `${index + 1}${title}`),
  );
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(terms.sections.map(({ title }, index) => `${index + 1} ${title}`));
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(
    terms.sections.map((_section, index) => (index === 0 ? 'true' : null)),
  );
});

it('has the limits of the plans, where one has none it says so', () => {
  render(termsPage);
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  const cells = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  expect(cells).toEqual(['3', '20', 'sin límite']);
  expect(rows[1]).toHaveTextContent('9,99 €');
});

/** Opens the page at an address. @param isTarget whether the browser has found the section by itself */
function openAt(hash: string, isTarget = false) {
  window.history.replaceState(null, '', `/terms${hash}`);
  const scrolled: string[] = [];
  // jsdom has no layout to scroll.
  HTMLElement.prototype.scrollIntoView = function scroll() {
    scrolled.push(this.id);
  };
  const { matches } = Element.prototype;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':target' ? isTarget : matches.call(this, selector);
  });
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  render(termsPage);
  return { scrolled, focus };
}

it('opens at the section of its address, from where the keyboard goes on', () => {
  const { scrolled, focus } = openAt(`#${second.id}`);
  expect(scrolled).toEqual([second.id]);
  expect(document.activeElement).toHaveAttribute('id', second.id);
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
});

it('does not scroll again what the browser has scrolled to', () => {
  expect(openAt(`#${second.id}`, true).scrolled).toEqual([]);
  expect(document.activeElement).toHaveAttribute('id', second.id);
});

it.each(['', '#no-existe', '#%'])('stays at its beginning with %j', (hash) => {
  expect(openAt(hash).scrolled).toEqual([]);
  expect(document.body).toHaveFocus();
});

it('leaves the focus where somebody has put it meanwhile', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  expect(openAt(`#${second.id}`).scrolled).toEqual([]);
  expect(field).toHaveFocus();
  field.remove();
});
