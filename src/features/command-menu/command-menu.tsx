/** Dialogs of the command menu (Ctrl or ⌘ with K), of the help of keys, and of a new threshold on any match. */
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  matchPath,
  newThresholdsPath,
  settingsPath,
  thresholdFilesPath,
} from '#domain/app-links.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { commandCopy as copy } from '#src/copy/command-texts.ts';
import { cheapestOfMatch, collectibleName, ruleSentence } from '#src/copy/thresholds.ts';
import { useFindCollectiblesQuery } from '#store/api/find-collectibles-api.ts';
import { useGetThresholdsInfiniteQuery } from '#store/api/thresholds-api.ts';
import { isAddress } from '../matches/use-addressed-collectible.ts';
import { useMatchList } from '../matches/use-match-list.ts';
import { emptyMatchSearch } from '../matches/use-match-search-params.ts';
import { useSession } from '../session/session-context.ts';
import { useSettingsMutation } from '../settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '../settings/use-undo-settings-change.ts';
import { ThresholdDialog } from '../thresholds/threshold-dialog.tsx';
import { CommandList } from './command-list.tsx';
import styles from './command-menu.module.css';
import { type Command, findCommands } from './find-commands.ts';
import { KeyHelp } from './key-help.tsx';
import { sectionShortcuts } from './sections.ts';

export type CommandView = 'menu' | 'help' | 'create';

const maxMatches = 8;
const maxFinds = 5;

export function CommandMenu(props: {
  readonly view: CommandView;
  readonly onView: (view: CommandView | null) => void;
  readonly onTheme: () => void;
}) {
  const { view, onView } = props;
  const close = () => onView(null);
  if (view === 'help') return <KeyHelp onClose={close} />;
  if (view === 'create') return <CreateThreshold onClose={close} />;
  return <Menu {...props} onClose={close} />;
}

function Menu({
  onView,
  onTheme,
  onClose,
}: Parameters<typeof CommandMenu>[0] & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const { items, isOutdated } = useMatchList({ ...emptyMatchSearch, q });
  const pauseAll = usePauseAll();
  const { actions } = useSession();
  const deeper = useDeeperFinds(q.trim());
  const goTo = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const commands: Command[] = [
    ...sectionShortcuts.map(({ label, to, key }) => ({
      id: to,
      group: copy.groups.sections,
      label,
      keys: `g ${key}`,
      run: goTo(to),
    })),
    {
      id: 'create',
      group: copy.groups.actions,
      label: copy.create,
      keys: 'n',
      run: () => onView('create'),
    },
    {
      id: 'create-many',
      group: copy.groups.actions,
      label: copy.createMany,
      run: goTo(newThresholdsPath),
    },
    {
      id: 'files',
      group: copy.groups.actions,
      label: copy.files,
      keywords: copy.filesWords,
      run: goTo(thresholdFilesPath),
    },
    ...(pauseAll === null
      ? []
      : [
          {
            id: 'pause',
            group: copy.groups.actions,
            label: copy.pauseAll,
            run: then(pauseAll),
          },
        ]),
    {
      id: 'theme',
      group: copy.groups.actions,
      label: copy.theme,
      keys: 't',
      run: then(onTheme),
    },
    {
      id: 'keys',
      group: copy.groups.actions,
      label: copy.keys,
      keys: '?',
      run: () => onView('help'),
    },
    { id: 'support', group: copy.groups.actions, label: copy.help, run: goTo('/support') },
    {
      id: 'sign-out',
      group: copy.groups.actions,
      label: copy.signOut,
      keywords: copy.signOutWords,
      run: then(actions.signOut),
    },
    // Too many to list before something is searched.
    ...(q.trim() === ''
      ? []
      : copy.settings.map(([section, label, keywords]) => ({
          id: `settings-${label}`,
          group: copy.groups.settings,
          label,
          keywords,
          run: goTo(settingsPath(section)),
        }))),
  ];
  // An address is that of a collectible, which is found below.
  const found = q.trim() === '' || isOutdated || isAddress(q) ? [] : (items ?? []);
  const matches = found.slice(0, maxMatches).map((match) => ({
    id: `match-${match.id}`,
    group: copy.groups.matches,
    label: match.name,
    detail: match.city,
    run: goTo(matchPath(match.id)),
  }));
  const finds = deeper.map(({ to, ...find }) => ({ ...find, run: goTo(to) }));
  return (
    <Dialog title={copy.title} className={styles['modal--cmd']} onClose={onClose}>
      <CommandList
        q={q}
        onQuery={setQ}
        commands={[...findCommands(commands, q), ...matches, ...finds]}
      />
    </Dialog>
  );
}

/** The user's thresholds, and collectibles by their category, that the server finds; none before something is searched. */
function useDeeperFinds(q: string) {
  const searched = useDeferredValue(q);
  const skip = searched === '';
  const thresholds = useGetThresholdsInfiniteQuery({ q: searched }, { skip });
  const collectibles = useFindCollectiblesQuery(searched, { skip });
  if (skip) return [];
  const rows = thresholds.currentData?.pages[0]?.items ?? [];
  return [
    ...rows.slice(0, maxFinds).map(({ id, matchId, matchName, part, threshold }) => ({
      id: `threshold-${id}`,
      group: copy.groups.thresholds,
      label: matchName,
      detail: `${part ?? cheapestOfMatch}, ${ruleSentence(threshold)}`,
      to: matchPath(matchId, { threshold: id }),
    })),
    ...(collectibles.currentData?.items ?? []).map(
      ({ id, matchId, matchName, category, name }) => ({
        id: `collectible-${id}`,
        group: copy.groups.collectibles,
        label: collectibleName(category, name),
        detail: matchName,
        to: matchPath(matchId, { collectible: id }),
      }),
    ),
  ];
}

/** null when nothing is running. */
function usePauseAll(): (() => void) | null {
  const { settings, change } = useSettingsMutation();
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();
  const umbrales = settings?.configuracion.umbrales ?? {};
  const running = Object.keys(umbrales).filter((id) => umbrales[id]?.pause === null);
  if (running.length === 0) return null;
  const setAll = (pause: 'user' | null) => ({
    kind: 'batch' as const,
    changes: running.map((id) => ({ kind: 'change' as const, id, patch: { pause } })),
  });
  return () =>
    void change(setAll('user')).then((isSaved) => {
      if (!isSaved) return showToast(copy.notPaused, 'error');
      showToast(copy.paused(running.length), 'info', {
        label: copy.undo,
        run: () => undoChange(setAll(null)),
      });
    });
}

function CreateThreshold({ onClose }: { readonly onClose: () => void }) {
  const { items, error } = useMatchList(emptyMatchSearch);
  const next = items?.find(({ status }) => status === 'scheduled') ?? items?.[0];
  if (next !== undefined) return <ThresholdDialog matchId={next.id} onClose={onClose} />;
  if (items === null && error === null) return null;
  return (
    <Dialog title={copy.create} onClose={onClose}>
      <p role="alert">{error ?? copy.noMatches}</p>
    </Dialog>
  );
}
