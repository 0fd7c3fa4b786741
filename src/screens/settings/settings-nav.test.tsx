/** The navigation of the settings marks the section that is read: the last seen while there is none. */
import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SettingsNav } from './settings-nav.tsx';

it('marks one section, and no other', () => {
  let report: (entries: readonly object[]) => void = () => {};
  // jsdom has no layout to observe.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<SettingsNav entries={['cuenta', 'claves'].map((id) => ({ id, title: id }))} />);
  const current = () =>
    screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'true')
      .map(({ textContent }) => textContent);
  expect(current()).toEqual(['cuenta']);
  const target = Object.assign(document.createElement('section'), { id: 'claves' });
  for (const isIntersecting of [true, false]) {
    act(() => report([{ target, isIntersecting }]));
    expect(current()).toEqual(['claves']);
  }
});
