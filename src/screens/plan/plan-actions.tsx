/** Buttons of one plan (subscribe, change to it, cancel or resume it), and which subscription is running. */
import type { Plan } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { dayAndMonth } from '#src/copy/format.ts';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { BillingState, PaidPlan, SubscriptionView } from '#store/api/api-types.ts';

export interface PlanActions {
  /** Goes to checkout, or opens the change preview when a subscription is running. */
  readonly onMoveTo: (plan: PaidPlan) => void;
  readonly onCancel: () => void;
  readonly onResume: () => void;
  readonly pendingAction: PaidPlan | 'resume' | null;
  readonly disabled: boolean;
}

/** Id of the current plan's button, which gets the focus when the banner's button disappears. */
export const currentPlanButtonId = 'plan-mine';

export function PlanActionButtons({
  plan: { name, label },
  state,
  actions,
}: {
  readonly plan: Plan;
  readonly state: BillingState;
  readonly actions: PlanActions;
}) {
  const running = runningSubscription(state);
  if (name === 'basico') return running && !state.granted && <BasicNote running={running} />;
  if (running?.plan === name) {
    const isCancelled = running.status === 'cancelScheduled';
    // One button element for both, so that it keeps the focus.
    return (
      <Button
        id={currentPlanButtonId}
        variant="outline"
        loading={actions.pendingAction === 'resume'}
        disabled={actions.disabled}
        onClick={isCancelled ? actions.onResume : actions.onCancel}
      >
        {isCancelled ? copy.resume : copy.cancel}
      </Button>
    );
  }
  if (state.granted) return null;
  if (running?.status === 'pastDue') return <span className="meta">{copy.payFirst}</span>;
  return (
    <Button
      loading={actions.pendingAction === name}
      disabled={actions.disabled}
      onClick={() => actions.onMoveTo(name)}
    >
      {copy.moveTo(label)}
    </Button>
  );
}

/** The subscription that currently grants a plan; null without one. */
export function runningSubscription({ subscription }: BillingState): SubscriptionView | null {
  if (subscription === null) return null;
  const { status } = subscription;
  return status === 'incomplete' || status === 'ended' ? null : subscription;
}

function BasicNote({ running: { endsAt, status } }: { readonly running: SubscriptionView }) {
  if (status === 'pastDue') return null;
  return (
    <span className="meta">
      {endsAt === null ? copy.onCancelling : copy.from(dayAndMonth(endsAt))}
    </span>
  );
}
