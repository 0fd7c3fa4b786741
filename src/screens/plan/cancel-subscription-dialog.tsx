/** Confirmation dialog for cancelling, with the date it takes effect. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { longDate } from '#src/copy/format.ts';
import { changeCopy as copy, planCopy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import type { BillingState, SubscriptionView } from '#store/api/api-types.ts';
import { useCancelSubscriptionMutation } from '#store/api/billing-api.ts';
import styles from './cancel-subscription-dialog.module.css';

export function CancelSubscriptionDialog(props: {
  readonly state: BillingState;
  readonly subscription: SubscriptionView;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}) {
  const { plan, status, periodEnd } = props.subscription;
  const [cancel, { isLoading, error }] = useCancelSubscriptionMutation();
  const { label } = plans[plan];
  const isOwed = status === 'pastDue';
  const onConfirm = async () => {
    const { data } = await cancel();
    if (data === undefined) return;
    const endsAt = data.subscription?.endsAt ?? periodEnd;
    props.onDone(
      data.subscription?.status === 'cancelScheduled'
        ? copy.cancelled(label, longDate(endsAt))
        : copy.cancelledNow(plans[data.plan].label),
    );
  };
  return (
    <Dialog title={planCopy.cancel} onClose={props.onClose}>
      <div className={styles.ask}>
        <p>
          {isOwed
            ? copy.cancellingOwed(label, longDate(new Date()), props.state)
            : copy.cancelling(label, longDate(periodEnd), props.state)}
        </p>
        {!isOwed && <p className="meta">{copy.canResume}</p>}
        <ApiErrorBanner error={toDisplayError(error)} />
        <DialogFoot leaveLabel={planCopy.back} onLeave={props.onClose}>
          <Button variant="danger" loading={isLoading} onClick={() => void onConfirm()}>
            {copy.confirmCancel}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
