/** Listens to the keys of the signed-in area, and loads the command menu when it is first asked for. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cycleTheme } from '#src/components/theme-switch.tsx';
import { lazyDialog } from '../loading/lazy-dialog.tsx';
import type { CommandView } from './command-menu.tsx';
import { useCommandKeys } from './use-command-keys.ts';

const CommandMenu = lazyDialog(async () => (await import('./command-menu.tsx')).CommandMenu);

export function useCommandMenu() {
  const navigate = useNavigate();
  const [view, setView] = useState<CommandView | null>(null);
  useCommandKeys({
    onMenu: () => setView('menu'),
    onHelp: () => setView('help'),
    onCreate: () => setView('create'),
    onTheme: cycleTheme,
    onGoTo: (path) => void navigate(path),
  });
  return {
    open: setView,
    dialog: view !== null && (
      <CommandMenu
        view={view}
        onView={setView}
        onTheme={cycleTheme}
        onClose={() => setView(null)}
      />
    ),
  };
}
