/** The plans with what can be done about them, beside the period and its invoices. */
import { useState } from 'react';
import { planCopy as copy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import type { BillingState, PaidPlan } from '#store/api/types.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CurrentPeriod } from './current-period.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanActionButtons, runningSubscription } from './plan-actions.tsx';
import { PlanPicker } from './plan-picker.tsx';
import type { Checkout } from './use-checkout.ts';
import type { ResumeSubscription } from './use-resume-subscription.ts';

export function PlanDetails({
  state,
  cardPage,
  keeping,
  isVisitPending,
  onChanged,
}: {
  readonly state: BillingState;
  readonly cardPage: Checkout;
  readonly keeping: ResumeSubscription;
  readonly isVisitPending: boolean;
  /** What was told of the way back no longer holds. */
  readonly onChanged: () => void;
}) {
  const { showToast } = useSession();
  const [asking, setAsking] = useState<PaidPlan | 'cancel' | null>(null);
  const running = runningSubscription(state);
  // Neither of a cancelled nor of an unpaid period.
  const renews = !state.granted && (running === null || running.status === 'active');
  const close = () => setAsking(null);
  const done = (sentence: string) => {
    close();
    onChanged();
    showToast(sentence, 'success');
  };
  const leavingFor = cardPage.redirectingTo === 'card' ? null : cardPage.redirectingTo;
  const actions = {
    onMoveTo: (plan: PaidPlan) =>
      running === null ? void cardPage.subscribe(plan) : setAsking(plan),
    onCancel: () => setAsking('cancel'),
    onKeep: () => void keeping.keep(),
    working: keeping.isWorking ? ('keep' as const) : leavingFor,
    // Whoever has a subscription cannot pay for another.
    disabled:
      (isVisitPending && running === null) || cardPage.redirectingTo !== null || keeping.isWorking,
  };
  return (
    <div className={state.subscription === null ? 'planwrap planwrap--alone' : 'planwrap'}>
      <section aria-labelledby="plan-plans">
        <h2 className="vh" id="plan-plans">
          {copy.plans}
        </h2>
        <PlanPicker
          mine={state.plan}
          foot={(plan) => <PlanActionButtons plan={plan} state={state} actions={actions} />}
        />
        <div className="plans__after">
          <ApiErrorBanner problem={cardPage.problem ?? keeping.problem} />
          {renews && <p className="meta">{copy.renews}</p>}
        </div>
      </section>
      {state.subscription !== null && (
        <aside className="side">
          {running !== null && <CurrentPeriod subscription={running} cardPage={cardPage} />}
          <InvoiceList />
        </aside>
      )}
      {asking === 'cancel' && running !== null && (
        <CancelDialog subscription={running} onClose={close} onDone={done} />
      )}
      {asking !== null && asking !== 'cancel' && running !== null && (
        <ChangeDialog plan={asking} subscription={running} onClose={close} onDone={done} />
      )}
    </div>
  );
}
