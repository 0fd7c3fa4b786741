/** Papel or noche; until chosen, what the system prefers. The choice stays in this browser. */
import { useState } from 'react';
import { Icon } from './icon.tsx';

const storageKey = 'vigia-tema';
type Theme = 'papel' | 'noche';

/** Called before the first paint, so that nobody sees the other theme flash. */
export function applyStoredTheme(): void {
  const stored = read();
  if (stored !== null) dress(stored);
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(current);
  const next: Theme = theme === 'noche' ? 'papel' : 'noche';
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={`Cambiar a tema ${next}`}
      onClick={() => {
        dress(next);
        write(next);
        setTheme(next);
      }}
    >
      <Icon name={theme === 'noche' ? 'sun' : 'moon'} />
    </button>
  );
}

/** The page, and the bar a phone draws around it (index.html), which otherwise follows the system. */
function dress(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll('meta[name=theme-color]'))
    bar.setAttribute('media', bar.id === `color-${theme}` ? 'all' : 'not all');
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'papel' || chosen === 'noche') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'noche' : 'papel';
}

function read(): Theme | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'papel' || stored === 'noche' ? stored : null;
  } catch {
    return null;
  }
}

function write(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Private windows may forbid it: the theme then lasts as long as the page.
  }
}
