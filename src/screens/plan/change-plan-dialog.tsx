/** Dialog to change from one paid plan to another, with a preview of the cost. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { changeCopy as copy, planCopy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useResumeSubscriptionMutation } from '#store/api/billing-api.ts';
import styles from './cancel-subscription-dialog.module.css';
import type { ChangePlanDialogProps } from './change-plan-preview.tsx';
import { ChangePlanPreview } from './change-plan-preview.tsx';

export function ChangePlanDialog(props: ChangePlanDialogProps) {
  return (
    <Dialog title={planCopy.moveTo(plans[props.plan].label)} onClose={props.onClose}>
      <div className={styles.ask}>
        {props.subscription.status === 'cancelScheduled' ? (
          <ResumeFirst {...props} />
        ) : (
          <ChangePlanPreview {...props} />
        )}
      </div>
    </Dialog>
  );
}

/** A cancelled subscription must be resumed before it can change; then the preview follows. */
function ResumeFirst({ plan, onClose }: ChangePlanDialogProps) {
  const [resume, { isLoading, error }] = useResumeSubscriptionMutation();
  return (
    <>
      <p>{copy.resumeFirst(plans[plan].label)}</p>
      <ApiErrorBanner error={toDisplayError(error)} />
      <DialogFoot leaveLabel={planCopy.back} onLeave={onClose}>
        <Button loading={isLoading} onClick={() => void resume()}>
          {copy.resumeAndContinue}
        </Button>
      </DialogFoot>
    </>
  );
}
