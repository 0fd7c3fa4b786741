/** Dialog with the form that creates or edits a threshold; a new one may be put on another match. */
import { type ComponentProps, useRef, useState } from 'react';
import { targetKey } from '#domain/threshold-target.ts';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { matchCopy } from '#src/copy/match.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { ruleSentence } from '#src/copy/thresholds.ts';
import { useGetMatchQuery } from '#store/api/match-api.ts';
import { unreadText } from '../errors/to-display-error.ts';
import { useSession } from '../session/session-context.ts';
import { useUndoSettingsChange } from '../settings/use-undo-settings-change.ts';
import { MatchCombobox } from './match-combobox.tsx';
import styles from './threshold-dialog.module.css';
import type { FormValues } from './threshold-draft.ts';
import { ThresholdForm } from './threshold-form.tsx';
import { targetOptions } from './threshold-targets.ts';
import type { SaveResult } from './use-threshold-save.ts';

interface ThresholdDialogProps
  extends Pick<
    ComponentProps<typeof ThresholdForm>,
    'matchId' | 'collectibleId' | 'editing' | 'priceCents'
  > {
  readonly onSaved?: (saved: SaveResult) => void;
  readonly onClose: () => void;
}

export function ThresholdDialog({ onClose, onSaved, ...threshold }: ThresholdDialogProps) {
  const { showToast } = useSession();
  const undoChange = useUndoSettingsChange();
  const [other, setOther] = useState<{
    readonly matchId: string;
    readonly collectibleId: string | undefined;
    readonly written: FormValues;
  } | null>(null);
  /** What was typed is lost by Escape or the cross only when pressed twice. */
  const isWritten = useRef(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const dismiss = () => (isWritten.current && !asksToDiscard ? setAsksToDiscard(true) : onClose());
  const matchId = other?.matchId ?? threshold.matchId;
  const { currentData: data, error, refetch } = useGetMatchQuery({ id: matchId });
  const done = (saved: SaveResult | null) => {
    onClose();
    if (saved === null || data === undefined) return;
    const key = targetKey(saved.threshold.target);
    const name = targetOptions(matchId, data.collectibles, saved.threshold.target).find(
      ({ target }) => targetKey(target) === key,
    );
    const rule = ruleSentence(saved.threshold);
    const said = [data.match.name, name?.label ?? '', rule] as const;
    const message =
      saved.pause === null
        ? copy.watching(...said)
        : copy.stillPaused(...said, pausedBy[saved.pause]);
    if (saved.watched === 'added')
      showToast(`${message} ${copy.matchWatched}`, 'info', {
        label: copy.undoWatch,
        run: () => undoChange({ kind: 'watch', matchId, isWatched: false }),
      });
    else
      showToast(
        saved.watched === 'limit' ? `${message} ${copy.matchNotWatched}` : message,
        'success',
      );
    onSaved?.(saved);
  };
  return (
    <Dialog
      title={threshold.editing ? copy.edit : copy.create}
      {...(data === undefined ? {} : { subtitle: data.match.name })}
      className={styles['modal--thr']}
      onClose={dismiss}
    >
      {asksToDiscard && (
        <div className="banner" role="alert">
          <Icon name="info" />
          <p>{copy.discard}</p>
          <Button variant="outline" small onClick={() => setAsksToDiscard(false)}>
            {copy.goOn}
          </Button>
          <Button variant="danger" small onClick={onClose}>
            {copy.discardIt}
          </Button>
        </div>
      )}
      {data === undefined &&
        (error === undefined ? (
          <Skeleton rows={3} label={matchCopy.loading} />
        ) : (
          <ErrorState message={unreadText(error, matchCopy.failed)} onRetry={refetch} />
        ))}
      {data !== undefined && (
        <ThresholdForm
          {...threshold}
          {...(other !== null && { collectibleId: other.collectibleId })}
          key={`${matchId} ${other?.collectibleId}`}
          matchId={matchId}
          written={other?.written}
          collectibles={data.collectibles}
          currency={data.match.currency}
          focusesPrice
          {...(threshold.editing === undefined && {
            matchField: (written) => (
              <MatchCombobox
                matchId={matchId}
                matchName={data.match.name}
                onMatch={(id, collectibleId) => setOther({ matchId: id, collectibleId, written })}
              />
            ),
          })}
          onDone={done}
          onCancel={onClose}
          onWritten={() => {
            isWritten.current = true;
            setAsksToDiscard(false);
          }}
        />
      )}
    </Dialog>
  );
}
