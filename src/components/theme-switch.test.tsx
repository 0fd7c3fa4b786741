/** Theme switch: cycle, accessible name, and the stored theme. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyStoredTheme, ThemeSwitch } from './theme-switch.tsx';

const shown = () => document.documentElement.dataset.theme ?? null;
const stored = () => localStorage.getItem('vigia-theme');
const press = () => userEvent.click(screen.getByRole('button'));
const prefer = (isDark: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDark }) as MediaQueryList);

beforeEach(applyStoredTheme);

it.each([
  { isDark: false, round: ['noche', 'papel', null] },
  { isDark: true, round: ['papel', 'noche', null] },
])(
  'cycles through both themes and back to the system (dark: $isDark)',
  async ({ isDark, round }) => {
    prefer(isDark);
    render(<ThemeSwitch />);
    for (const theme of round) {
      await press();
      expect([shown(), stored()]).toEqual([theme, theme]);
    }
  },
);

it('is named after what a press would do', async () => {
  prefer(false);
  render(<ThemeSwitch />);
  const labels = [];
  for (let presses = 0; presses < 3; presses += 1) {
    labels.push(screen.getByRole('button').getAttribute('aria-label'));
    await press();
  }
  expect(labels).toEqual([
    'Cambiar a tema noche',
    'Cambiar a tema papel',
    'Seguir el tema del sistema',
  ]);
});

it('applies the stored theme, and ignores an unknown value', () => {
  localStorage.setItem('vigia-theme', 'noche');
  applyStoredTheme();
  expect(shown()).toBe('noche');
  localStorage.setItem('vigia-theme', 'otra');
  applyStoredTheme();
  expect(shown()).toBeNull();
});

it('takes over the theme stored under its former key', () => {
  localStorage.setItem('vigia-tema', 'noche');
  applyStoredTheme();
  expect([shown(), stored(), localStorage.getItem('vigia-tema')]).toEqual(['noche', 'noche', null]);
});
