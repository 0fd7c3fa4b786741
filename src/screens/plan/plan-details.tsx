/** The plans with their buttons, beside the current period and the invoices. */
import { useState } from 'react';
import { planCopy as copy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { PlanTable } from '#src/features/plans/plan-table.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import type { BillingState, PaidPlan } from '#store/api/api-types.ts';
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { CurrentPeriod } from './current-period.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanActionButtons, runningSubscription } from './plan-actions.tsx';
import styles from './plan-details.module.css';
import type { Checkout } from './use-checkout.ts';
import type { ResumeSubscription } from './use-resume-subscription.ts';

export function PlanDetails({
  state,
  checkout,
  resuming,
  isCheckoutPending,
  onChanged,
}: {
  readonly state: BillingState;
  readonly checkout: Checkout;
  readonly resuming: ResumeSubscription;
  readonly isCheckoutPending: boolean;
  /** Called after a change, when the checkout result no longer applies. */
  readonly onChanged: () => void;
}) {
  const { showToast } = useSession();
  const [openDialog, setOpenDialog] = useState<PaidPlan | 'cancel' | null>(null);
  const running = runningSubscription(state);
  // Not while cancelled or past due.
  const renews = !state.granted && (running === null || running.status === 'active');
  const close = () => setOpenDialog(null);
  const done = (sentence: string) => {
    close();
    onChanged();
    showToast(sentence, 'success');
  };
  const redirectingPlan = checkout.redirectingTo === 'card' ? null : checkout.redirectingTo;
  const actions = {
    onMoveTo: (plan: PaidPlan) =>
      running === null ? void checkout.subscribe(plan) : setOpenDialog(plan),
    onCancel: () => setOpenDialog('cancel'),
    onResume: () => void resuming.resume(),
    pendingAction: resuming.isWorking ? ('resume' as const) : redirectingPlan,
    // With a running subscription a pending checkout cannot charge twice.
    disabled:
      (isCheckoutPending && running === null) ||
      checkout.redirectingTo !== null ||
      resuming.isWorking,
  };
  return (
    <div
      className={
        state.subscription === null
          ? `${styles.planwrap} ${styles['planwrap--alone']}`
          : styles.planwrap
      }
    >
      <section aria-labelledby="plan-plans">
        <h2 className="vh" id="plan-plans">
          {copy.plans}
        </h2>
        <PlanTable
          currentPlan={state.plan}
          footer={(plan) => <PlanActionButtons plan={plan} state={state} actions={actions} />}
        />
        <div className={styles.plans__after}>
          <ApiErrorBanner error={checkout.error ?? resuming.error} />
          {renews && <p className="meta">{copy.renews}</p>}
        </div>
      </section>
      {state.subscription !== null && (
        <aside className="side">
          {running !== null && <CurrentPeriod subscription={running} checkout={checkout} />}
          <InvoiceList />
        </aside>
      )}
      {openDialog === 'cancel' && running !== null && (
        <CancelSubscriptionDialog
          state={state}
          subscription={running}
          onClose={close}
          onDone={done}
        />
      )}
      {openDialog !== null && openDialog !== 'cancel' && running !== null && (
        <ChangePlanDialog plan={openDialog} subscription={running} onClose={close} onDone={done} />
      )}
    </div>
  );
}
