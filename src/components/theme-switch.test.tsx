/** Theme switch: cycle, accessible name, and the stored theme. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyStoredTheme, cycleTheme, ThemeSwitch } from './theme-switch.tsx';

const shown = () => document.documentElement.dataset.theme ?? null;
const stored = () => localStorage.getItem('vigia-theme');
const prefer = (isDark: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDark }) as MediaQueryList);

beforeEach(applyStoredTheme);

it.each([
  [false, ['noche', 'papel', null]],
  [true, ['papel', 'noche', null]],
])(
  'where dark is preferred (%s) it goes from the system to %j, named after what a press does',
  async (isDark, round) => {
    prefer(isDark);
    render(<ThemeSwitch />);
    const names = { noche: 'Cambiar a tema noche', papel: 'Cambiar a tema papel' };
    for (const theme of round) {
      const name = theme === null ? 'Seguir el tema del sistema' : names[theme as 'papel'];
      await userEvent.click(screen.getByRole('button', { name }));
      expect([shown(), stored()]).toEqual([theme, theme]);
    }
  },
);

it.each([
  ['noche', 'noche'],
  ['papel', 'papel'],
  ['otra', null],
])('of the stored theme “%s” it shows %s', (value, theme) => {
  localStorage.setItem('vigia-theme', value);
  applyStoredTheme();
  expect(shown()).toBe(theme);
});

it('its key goes on from the theme shown, and every switch on the page with it', () => {
  prefer(false);
  render(
    <>
      <ThemeSwitch />
      <ThemeSwitch />
    </>,
  );
  const names = () => screen.getAllByRole('button').map(({ ariaLabel }) => ariaLabel);
  for (const [theme, name] of [
    ['noche', 'Cambiar a tema papel'],
    ['papel', 'Seguir el tema del sistema'],
    [null, 'Cambiar a tema noche'],
  ]) {
    act(cycleTheme);
    expect([shown(), stored(), ...names()]).toEqual([theme, theme, name, name]);
  }
});

it('colours the browser’s bar as the page, or as the system prefers', () => {
  const metas = ['papel', 'noche'].map((theme) => {
    const meta = document.createElement('meta');
    meta.id = `color-${theme}`;
    document.head.append(meta);
    return meta;
  });
  const media = () => metas.map((meta) => meta.getAttribute('media'));
  prefer(false);
  applyStoredTheme();
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  cycleTheme();
  expect(media()).toEqual(['not all', 'all']);
  cycleTheme();
  expect(media()).toEqual(['all', 'not all']);
  for (const meta of metas) meta.remove();
});
