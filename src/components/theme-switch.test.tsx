/** Theme switch: cycle, accessible name, and the stored theme. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyStoredTheme, cycleTheme, ThemeSwitch } from './theme-switch.tsx';

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
  localStorage.setItem('vigia-theme', 'papel');
  applyStoredTheme();
  expect(shown()).toBe('papel');
  localStorage.setItem('vigia-theme', 'otra');
  applyStoredTheme();
  expect(shown()).toBeNull();
});

it('its key goes on from the theme shown, and every switch on the page with it', () => {
  prefer(false);
  render(
    <>
      <ThemeSwitch />
      <ThemeSwitch />
    </>,
  );
  const names = () => screen.getAllByRole('button').map((button) => button.ariaLabel);
  act(cycleTheme);
  expect([shown(), stored()]).toEqual(['noche', 'noche']);
  expect(names()).toEqual(['Cambiar a tema papel', 'Cambiar a tema papel']);
  act(cycleTheme);
  expect([shown(), stored()]).toEqual(['papel', 'papel']);
  act(cycleTheme);
  expect([shown(), stored()]).toEqual([null, null]);
  expect(names()).toEqual(['Cambiar a tema noche', 'Cambiar a tema noche']);
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
