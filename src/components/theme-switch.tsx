/** Theme switch: light (papel), dark (noche) or the system's preference, the default. Stored in this browser. */
import { useEffect, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { readPreference, writePreference } from './stored-preference.ts';
import { useHydrated } from './use-hydrated.ts';

const preference = { key: 'vigia-theme', formerKey: 'vigia-tema' };
type Theme = 'papel' | 'noche';
/** null = follow the system. */
type ThemeChoice = Theme | null;

const themeOptions: Readonly<Record<Theme | 'system', { label: string; icon: IconName }>> = {
  papel: { label: 'Cambiar a tema papel', icon: 'sun' },
  noche: { label: 'Cambiar a tema noche', icon: 'moon' },
  system: { label: 'Seguir el tema del sistema', icon: 'system' },
};

/** The inline script of index.html sets the theme before the first paint; this adds the browser's theme colour. */
export function applyStoredTheme(): void {
  applyTheme(readStoredTheme());
}

export function ThemeSwitch() {
  const [choice, setChoice] = useState<ThemeChoice>(readStoredTheme);
  useEffect(() => {
    listeners.add(setChoice);
    return () => void listeners.delete(setChoice);
  }, []);
  // The stored theme is unknown while hydrating: render an empty placeholder.
  if (!useHydrated()) return <span className="iconbtn" />;
  const next = nextChoice(choice);
  const { label, icon } = themeOptions[next ?? 'system'];
  return (
    <button type="button" className="iconbtn" aria-label={label} onClick={() => choose(next)}>
      <Icon name={icon} />
    </button>
  );
}

/** Of every switch on the page. */
const listeners = new Set<(choice: ThemeChoice) => void>();

function choose(choice: ThemeChoice): void {
  applyTheme(choice);
  writePreference(preference, choice);
  for (const listener of listeners) listener(choice);
}

/** Chooses the next theme, as the switch does. */
export function cycleTheme(): void {
  const { theme } = document.documentElement.dataset;
  choose(nextChoice(theme === 'papel' || theme === 'noche' ? theme : null));
}

/** Cycle: other theme, preferred theme, system. */
function nextChoice(choice: ThemeChoice): ThemeChoice {
  const preferred: Theme = window.matchMedia('(prefers-color-scheme: dark)').matches
    ? 'noche'
    : 'papel';
  const other: Theme = preferred === 'noche' ? 'papel' : 'noche';
  if (choice === null) return other;
  return choice === other ? preferred : null;
}

/** Sets the page's theme and the `theme-color` of the browser's bar (index.html). */
function applyTheme(choice: ThemeChoice): void {
  if (choice === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const [theme, preference] of [
    ['papel', 'light'],
    ['noche', 'dark'],
  ] as const) {
    const media = { null: `(prefers-color-scheme: ${preference})`, [theme]: 'all' };
    document
      .getElementById(`color-${theme}`)
      ?.setAttribute('media', media[String(choice)] ?? 'not all');
  }
}

function readStoredTheme(): ThemeChoice {
  const stored = readPreference(preference);
  return stored === 'papel' || stored === 'noche' ? stored : null;
}
