/** Banner with the status of a subscription, unless it is simply active. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Icon, type IconName } from '#src/components/icon.tsx';
import { clockTime, longDate } from '#src/copy/format.ts';
import { subscriptionStatusCopy as copy, planCopy } from '#src/copy/plan.ts';
import type { BillingState, SubscriptionView } from '#store/api/api-types.ts';
import { currentPlanButtonId } from './plan-actions.tsx';
import type { Checkout } from './use-checkout.ts';
import type { ResumeSubscription } from './use-resume-subscription.ts';

interface Props {
  readonly state: BillingState;
  readonly checkout: Checkout;
  readonly resuming: ResumeSubscription;
}

export function SubscriptionStatusBanner({ state, checkout, resuming }: Props) {
  const { subscription, granted } = state;
  return (
    <>
      {granted && (
        <Note>
          {copy.granted(plans[state.plan].label)}
          {subscription?.status === 'active' &&
            ` ${copy.grantedToo(plans[subscription.plan].label)}`}
        </Note>
      )}
      {subscription !== null && (
        <SubscriptionNote
          subscription={subscription}
          granted={granted}
          checkout={checkout}
          resuming={resuming}
        />
      )}
    </>
  );
}

function SubscriptionNote({
  subscription,
  granted,
  checkout,
  resuming,
}: {
  readonly subscription: SubscriptionView;
  readonly granted: boolean;
  readonly checkout: Checkout;
  readonly resuming: ResumeSubscription;
}) {
  const { label } = plans[subscription.plan];
  switch (subscription.status) {
    case 'active':
      return null;
    case 'incomplete':
      return <Note title={copy.incompleteTitle}>{copy.incomplete(label)}</Note>;
    case 'cancelScheduled':
      return (
        <Note
          icon="clock"
          title={copy.cancelledTitle}
          action={<ResumeButton resuming={resuming} />}
        >
          {copy.cancelled(label, longDate(subscription.endsAt ?? subscription.periodEnd), {
            granted,
          })}
        </Note>
      );
    case 'ended':
      return granted ? null : <Note title={copy.endedTitle}>{copy.ended(label)}</Note>;
    case 'pastDue': {
      const until = subscription.graceUntil ?? subscription.periodEnd;
      return (
        <div className="banner banner--error" role="alert">
          <Icon name="warning" />
          <p>
            <b>{copy.owedTitle}</b>{' '}
            {copy.owed(label, `${longDate(until)} a las ${clockTime(until)}`, { granted })}
          </p>
          <Button
            variant="outline"
            small
            loading={checkout.redirectingTo === 'card'}
            onClick={() => void checkout.changeCard()}
          >
            {planCopy.changeCard}
          </Button>
        </div>
      );
    }
  }
}

/** Shown on phones only, where the plan's own button is far below. */
function ResumeButton({ resuming }: { readonly resuming: ResumeSubscription }) {
  const onResume = async () => {
    if (await resuming.resume()) document.getElementById(currentPlanButtonId)?.focus();
  };
  return (
    <Button
      className="btn--near"
      variant="outline"
      small
      loading={resuming.isWorking}
      onClick={() => void onResume()}
    >
      {planCopy.resume}
    </Button>
  );
}

function Note({
  icon = 'info',
  title,
  action = null,
  children,
}: {
  readonly icon?: IconName;
  readonly title?: string;
  readonly action?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="banner" role="note">
      <Icon name={icon} />
      <p>
        {title !== undefined && <b>{title} </b>}
        {children}
      </p>
      {action}
    </div>
  );
}
