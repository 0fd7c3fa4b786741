/** Listens to the keys of the signed-in area, and loads the command menu when it is first asked for. */
import { type ComponentType, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cycleTheme } from '#src/components/theme-switch.tsx';
import { commandCopy as copy } from '#src/copy/command-texts.ts';
import { useSession } from '../session/session-context.ts';
import type { CommandMenu, CommandView } from './command-menu.tsx';
import { useCommandKeys } from './use-command-keys.ts';

type Menu = ComponentType<Parameters<typeof CommandMenu>[0]>;

export function useCommandMenu() {
  const navigate = useNavigate();
  const { showToast } = useSession();
  const [view, setView] = useState<CommandView | null>(null);
  const [LoadedMenu, setLoadedMenu] = useState<Menu | null>(null);
  const open = useCallback(
    (wanted: CommandView) => {
      setView(wanted);
      import('./command-menu.tsx').then(
        (loaded) => setLoadedMenu(() => loaded.CommandMenu),
        () => {
          setView(null);
          showToast(copy.failed, 'error');
        },
      );
    },
    [showToast],
  );
  useCommandKeys({
    onMenu: () => open('menu'),
    onHelp: () => open('help'),
    onCreate: () => open('create'),
    onTheme: cycleTheme,
    onGoTo: (path) => void navigate(path),
  });
  return {
    open,
    dialog:
      view !== null && LoadedMenu !== null ? (
        <LoadedMenu view={view} onView={setView} onTheme={cycleTheme} />
      ) : null,
  };
}
