/** Dialog that asks before something that cannot be undone, does it, and says why it could not. */
import { type ReactNode, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { ApiErrorBanner } from './api-error-banner.tsx';
import { type DisplayError, type QueryError, toDisplayError } from './to-display-error.ts';

export function ConfirmDialog<Data>(props: {
  readonly title: string;
  readonly confirmLabel: string;
  readonly leaveLabel: string;
  /** Said of an error without a sentence of ours. */
  readonly failed: string;
  readonly action: () => PromiseLike<{
    readonly data?: Data | undefined;
    readonly error?: QueryError | undefined;
  }>;
  /** Once it is done; it closes the dialog. */
  readonly onDone: (data: Data) => unknown;
  readonly onClose: () => void;
  /** What it does. */
  readonly children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<DisplayError | null>(null);
  const confirm = async () => {
    setProblem(null);
    setBusy(true);
    const { data, error } = await props.action();
    setBusy(false);
    if (error === undefined) return props.onDone(data as Data);
    setProblem(toDisplayError(error, props.failed));
  };
  const leave = () => {
    if (!isBusy) props.onClose();
  };
  return (
    <Dialog title={props.title} onClose={leave}>
      <div className="ending">
        {props.children}
        <ApiErrorBanner error={problem} />
        <DialogFoot leaveLabel={props.leaveLabel} onLeave={leave}>
          <Button variant="danger" loading={isBusy} onClick={() => void confirm()}>
            {props.confirmLabel}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
