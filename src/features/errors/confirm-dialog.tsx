/** Dialog that asks before something that cannot be undone. */
import type { ReactNode } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { ApiErrorBanner } from './api-error-banner.tsx';
import type { DisplayError } from './to-display-error.ts';

export function ConfirmDialog(props: {
  readonly title: string;
  /** Why the last attempt failed. */
  readonly error: DisplayError | null;
  readonly isBusy: boolean;
  readonly confirmLabel: string;
  readonly leaveLabel: string;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  /** What it does. */
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className="ending">
        {props.children}
        <ApiErrorBanner error={props.error} />
        <DialogFoot leaveLabel={props.leaveLabel} onLeave={props.onClose}>
          <Button variant="danger" loading={props.isBusy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
