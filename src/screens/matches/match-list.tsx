/** Virtual grid of the matches found, with a watch button per row. */
import { useCallback, useState } from 'react';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import {
  settingsErrorMessage,
  useSettingsMutation,
} from '#src/features/settings/use-settings-mutation.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { Match } from '#store/api/api-types.ts';
import styles from './match-list.module.css';
import { MatchRow } from './match-row.tsx';

const rowHeight = 68;

export function MatchList(props: {
  readonly matches: readonly Match[];
  readonly total: number | null;
  /** Searched by its address: its match opens with it. */
  readonly collectibleId: string | undefined;
  readonly onNearEnd: () => void;
}) {
  const { matches } = props;
  const mutation = useSettingsMutation();
  const [requestedId, setRequestedId] = useState<string | null>(null);
  /** Watched last, in this visit. */
  const [justWatchedId, setJustWatchedId] = useState<string | null>(null);
  const [dialogMatchId, setDialogMatchId] = useState<string | null>(null);
  const { change, settings, saving, error } = mutation;
  const toggle = useCallback(
    (matchId: string, isWatched: boolean) => {
      setRequestedId(matchId);
      const saved = change({ kind: 'watch', matchId, isWatched });
      void saved.then((isSaved) => isSaved && setJustWatchedId(isWatched ? matchId : null));
    },
    [change],
  );
  const watched = new Set(settings?.configuracion.partidos);
  return (
    <>
      <VirtualGrid
        label={copy.title}
        className={styles.mlist}
        head={<Head />}
        count={matches.length}
        total={props.total}
        rowHeight={rowHeight}
        keyOf={(index) => matches[index]?.id ?? ''}
        onNearEnd={props.onNearEnd}
        row={(index, { rowIndex, tabIndex }) => {
          const match = matches[index];
          if (match === undefined) return null;
          const isRequested = requestedId === match.id;
          return (
            <MatchRow
              match={match}
              collectibleId={props.collectibleId}
              rowIndex={rowIndex}
              tabIndex={tabIndex}
              watched={watched.has(match.id)}
              working={saving && isRequested}
              disabled={settings === undefined || saving}
              error={isRequested && error !== null ? settingsErrorMessage(error) : null}
              canUpgrade={isRequested && error?.requiredPlan !== undefined}
              offersThreshold={justWatchedId === match.id}
              onToggle={toggle}
              onAddThreshold={setDialogMatchId}
            />
          );
        }}
      />
      {dialogMatchId !== null && (
        <ThresholdDialog
          matchId={dialogMatchId}
          onSaved={() => setJustWatchedId(null)}
          onClose={() => setDialogMatchId(null)}
        />
      )}
    </>
  );
}

function Head() {
  const { head } = copy;
  return (
    <div className={`${styles.mhead} meta`} role="row" aria-rowindex={1}>
      <span role="columnheader">{head.match}</span>
      <span role="columnheader">{head.place}</span>
      <span role="columnheader">{head.offer}</span>
      <span className="num" role="columnheader">
        {head.change}
      </span>
      <span className="num" role="columnheader">
        {head.floor}
      </span>
      <span role="columnheader">
        <span className="vh">{head.watch}</span>
      </span>
    </div>
  );
}
