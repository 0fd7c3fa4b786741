// Theme of the local tools: the app's switch and its stored choice (src/components/theme-switch.tsx), so that both agree.
// Not deferred: the theme is set before the first paint.
const storageKey = 'vigia-theme';
const options = {
  papel: {
    label: 'Cambiar a tema papel',
    path: 'M6.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.2 1.2M14.3 14.3l1.2 1.2M15.5 4.5l-1.2 1.2M5.7 14.3l-1.2 1.2',
  },
  noche: {
    label: 'Cambiar a tema noche',
    path: 'M15.5 12A6.5 6.5 0 0 1 8 4.5a6.5 6.5 0 1 0 7.5 7.5z',
  },
  system: {
    label: 'Seguir el tema del sistema',
    path: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 3v14M10 6h5.7M10 10h7M10 14h5.7',
  },
};

/** @returns `papel`, `noche` or `system` */
function readChoice() {
  const stored = localStorage.getItem(storageKey);
  return stored === 'papel' || stored === 'noche' ? stored : 'system';
}

/** Cycle: other theme, preferred theme, system. */
function nextChoice(choice) {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const [preferred, other] = prefersDark ? ['noche', 'papel'] : ['papel', 'noche'];
  if (choice === 'system') return other;
  return choice === other ? preferred : 'system';
}

function show() {
  const choice = readChoice();
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  const button = document.querySelector('#tema');
  // Not there yet when the head runs.
  if (button === null) return;
  const { label, path } = options[nextChoice(choice)];
  button.setAttribute('aria-label', label);
  button.querySelector('path').setAttribute('d', path);
  button.hidden = false;
}

show();
addEventListener('storage', show);
document.addEventListener('DOMContentLoaded', () => {
  show();
  document.querySelector('#tema')?.addEventListener('click', () => {
    const next = nextChoice(readChoice());
    if (next === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
    show();
  });
});
