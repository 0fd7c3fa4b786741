/** Dialog to change from one paid plan to another, with a preview of the cost. */

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
          <ResumeFirst {...props} />
        ) : (
          <ChangePreview {...props} />
        )}
      </div>
    </Dialog>
  );
}

/** A cancelled subscription must be resumed before it can change; then the preview follows. */
function ResumeFirst({ plan, onClose }: ChangeDialogProps) {
  const [resume, { isLoading, error }] = useResumeSubscriptionMutation();
  return (
    <>
      <p>{copy.resumeFirst(plans[plan].label)}</p>
      <ApiErrorBanner problem={toApiProblem(error)} />
      <div className="modal__foot">
        <Button variant="quiet" onClick={onClose}>
          {planCopy.back}
        </Button>
        <Button loading={isLoading} onClick={() => void resume()}>
          {copy.resumeAndContinue}
        </Button>
      </div>
    </>
  );
}
