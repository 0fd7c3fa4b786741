/** Papel, noche, or what the system prefers, which is where everyone starts. The choice stays in this browser. */
import { useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { useHydrated } from './use-hydrated.ts';

const storageKey = 'vigia-tema';
type Theme = 'papel' | 'noche';
/** null = as the system prefers. */
type Choice = Theme | null;

const looks: Readonly<Record<Theme | 'system', { label: string; icon: IconName }>> = {
  papel: { label: 'Cambiar a tema papel', icon: 'sun' },
  noche: { label: 'Cambiar a tema noche', icon: 'moon' },
  system: { label: 'Seguir el tema del sistema', icon: 'system' },
};

/** The page wears it before its first paint (index.html); the bar around it follows here. */
export function applyStoredTheme(): void {
  dress(read());
}

export function ThemeSwitch() {
  const [choice, setChoice] = useState<Choice>(read);
  // Which theme comes next only this browser knows; until then its place is kept.
  if (!useHydrated()) return <span className="iconbtn" />;
  const next = after(choice);
  const { label, icon } = looks[next ?? 'system'];
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={label}
      onClick={() => {
        dress(next);
        write(next);
        setChoice(next);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Each press shows something else, and the third comes back to the system. */
function after(choice: Choice): Choice {
  const preferred: Theme = window.matchMedia('(prefers-color-scheme: dark)').matches
    ? 'noche'
    : 'papel';
  const other: Theme = preferred === 'noche' ? 'papel' : 'noche';
  if (choice === null) return other;
  return choice === other ? preferred : null;
}

/** The page, and the bar a phone draws around it (index.html). */
function dress(choice: Choice): void {
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

function read(): Choice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'papel' || stored === 'noche' ? stored : null;
  } catch {
    return null;
  }
}

function write(choice: Choice): void {
  try {
    if (choice === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Private windows may forbid it: the theme then lasts as long as the page.
  }
}
