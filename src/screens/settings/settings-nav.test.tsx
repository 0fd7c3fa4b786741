/** The navigation of the settings marks the section that is read. */
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SettingsNav } from './settings-nav.tsx';

const entries = ['cuenta', 'correo', 'claves'].map((id) => ({ id, title: id }));
type Observed = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;
let report: (entries: readonly Observed[]) => void;

beforeEach(() => {
  // jsdom has no layout to observe.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly Observed[]) => void) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent);
const see = (id: string, isIntersecting: boolean) => {
  const target = document.createElement('section');
  target.id = id;
  act(() => report([{ target, isIntersecting }]));
};

it('and no other: the first in view, and the last seen while there is none', () => {
  render(<SettingsNav entries={entries} />);
  expect(current()).toEqual(['cuenta']);
  see('claves', true);
  expect(current()).toEqual(['claves']);
  see('correo', true);
  expect(current()).toEqual(['correo']);
  see('claves', false);
  see('correo', false);
  expect(current()).toEqual(['correo']);
});
