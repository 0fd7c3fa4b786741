/** Dialog with the form that creates or edits a threshold. */

import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { matchCopy } from '#src/copy/match.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form.ts';
import { useGetMatchQuery } from '#store/api/match-api.ts';
import { ThresholdForm, type ThresholdFormProps } from './threshold-form.tsx';

export interface ThresholdDialogProps
  extends Pick<ThresholdFormProps, 'matchId' | 'collectibleId' | 'editing' | 'priceCents'> {
  readonly onClose: () => void;
}

export function ThresholdDialog({ onClose, ...threshold }: ThresholdDialogProps) {
  const { data, error, refetch } = useGetMatchQuery({ id: threshold.matchId });
  return (
    <Dialog
      title={threshold.editing ? copy.edit : copy.create}
      {...(data === undefined ? {} : { subtitle: data.match.name })}
      closeLabel={copy.close}
      className="modal--thr"
      onClose={onClose}
    >
      {data === undefined &&
        (error === undefined ? (
          <Skeleton rows={3} label={matchCopy.loading} />
        ) : (
          <ErrorState
            message={error.message ?? matchCopy.failed}
            retryLabel={matchCopy.retry}
            onRetry={refetch}
          />
        ))}
      {data !== undefined && (
        <ThresholdForm
          {...threshold}
          collectibles={data.collectibles}
          currency={data.match.currency}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
