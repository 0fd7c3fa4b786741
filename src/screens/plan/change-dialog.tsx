/** From one paid plan to another: what it costs is shown before it is confirmed. */

import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { changeCopy as copy, planCopy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toApiProblem } from '#src/features/errors/to-api-problem.ts';
import { useResumeSubscriptionMutation } from '#store/api/billing-api.ts';
import type { ChangeDialogProps } from './change-preview.tsx';
import { ChangePreview } from './change-preview.tsx';

export function ChangeDialog(props: ChangeDialogProps) {
  return (
    <Dialog
      title={planCopy.moveTo(plans[props.plan].label)}
      closeLabel={planCopy.close}
      onClose={props.onClose}
    >
      <div className="ask">
        {props.subscription.status === 'cancelScheduled' ? (
          <KeepFirst {...props} />
        ) : (
          <ChangePreview {...props} />
        )}
      </div>
    </Dialog>
  );
}

/** A subscription that ends cannot change: kept, the preview follows. */
function KeepFirst({ plan, onClose }: ChangeDialogProps) {
  const [keep, { isLoading, error }] = useResumeSubscriptionMutation();
  return (
    <>
      <p>{copy.keepFirst(plans[plan].label)}</p>
      <ApiErrorBanner problem={toApiProblem(error)} />
      <div className="modal__foot">
        <Button variant="quiet" onClick={onClose}>
          {planCopy.back}
        </Button>
        <Button loading={isLoading} onClick={() => void keep()}>
          {copy.keepAndGoOn}
        </Button>
      </div>
    </>
  );
}
