/** What can be done about one plan: subscribe, change to it, cancel or keep it. */
import type { Plan } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { dayAndMonth } from '#src/copy/format.ts';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { BillingState, PaidPlan, SubscriptionView } from '#store/api/types.ts';

export interface PlanActions {
  /** Towards the card page, or with a preview when one runs already. */
  readonly onMoveTo: (plan: PaidPlan) => void;
  readonly onCancel: () => void;
  readonly onKeep: () => void;
  readonly working: PaidPlan | 'keep' | null;
  readonly disabled: boolean;
}

/** Of the plan that runs: where the focus goes when another button for it has gone. */
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
    // One button, so that the focus stays where it was pressed.
    return (
      <Button
        id={currentPlanButtonId}
        variant="outline"
        loading={actions.working === 'keep'}
        disabled={actions.disabled}
        onClick={isCancelled ? actions.onKeep : actions.onCancel}
      >
        {isCancelled ? copy.keep : copy.cancel}
      </Button>
    );
  }
  if (state.granted) return null;
  if (running?.status === 'pastDue') return <span className="meta">{copy.payFirst}</span>;
  return (
    <Button
      loading={actions.working === name}
      disabled={actions.disabled}
      onClick={() => actions.onMoveTo(name)}
    >
      {copy.moveTo(label)}
    </Button>
  );
}

/** The subscription that gives a plan; null when none does. */
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
