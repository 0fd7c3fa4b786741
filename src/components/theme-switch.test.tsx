import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyStoredTheme, ThemeSwitch } from './theme-switch.tsx';

const shown = () => document.documentElement.dataset.theme ?? null;
const kept = () => localStorage.getItem('vigia-tema');
const press = () => userEvent.click(screen.getByRole('button'));
const prefer = (isDark: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDark }) as MediaQueryList);

beforeEach(() => {
  localStorage.clear();
  applyStoredTheme();
});

it.each([
  { isDark: false, round: ['noche', 'papel', null] },
  { isDark: true, round: ['papel', 'noche', null] },
])('goes round both themes and back to the system (dark: $isDark)', async ({ isDark, round }) => {
  prefer(isDark);
  render(<ThemeSwitch />);
  for (const theme of round) {
    await press();
    expect([shown(), kept()]).toEqual([theme, theme]);
  }
});

it('says what a press would do', async () => {
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

it('is as it was left, and ignores what it does not know', () => {
  localStorage.setItem('vigia-tema', 'noche');
  applyStoredTheme();
  expect(shown()).toBe('noche');
  localStorage.setItem('vigia-tema', 'otra');
  applyStoredTheme();
  expect(shown()).toBeNull();
});
