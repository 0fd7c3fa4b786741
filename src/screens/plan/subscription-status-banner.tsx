/** How the subscription stands, when there is something to know or to do. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Icon, type IconName } from '#src/components/icon.tsx';
import { clockTime, fullDate } from '#src/copy/format.ts';
import { subscriptionStatusCopy as copy, planCopy } from '#src/copy/plan.ts';
import type { BillingState, SubscriptionView } from '#store/api/types.ts';
import { currentPlanButtonId } from './plan-actions.tsx';
import type { Checkout } from './use-checkout.ts';
import type { ResumeSubscription } from './use-resume-subscription.ts';

interface Props {
  readonly state: BillingState;
  readonly cardPage: Checkout;
  readonly keeping: ResumeSubscription;
}

export function SubscriptionStatusBanner({ state, cardPage, keeping }: Props) {
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
          cardPage={cardPage}
          keeping={keeping}
        />
      )}
    </>
  );
}

function SubscriptionNote({
  subscription,
  granted,
  cardPage,
  keeping,
}: {
  readonly subscription: SubscriptionView;
  readonly granted: boolean;
  readonly cardPage: Checkout;
  readonly keeping: ResumeSubscription;
}) {
  const { label } = plans[subscription.plan];
  switch (subscription.status) {
    case 'active':
      return null;
    case 'incomplete':
      return <Note title={copy.incompleteTitle}>{copy.incomplete(label)}</Note>;
    case 'cancelScheduled':
      return (
        <Note icon="clock" title={copy.cancelledTitle} action={<KeepButton keeping={keeping} />}>
          {copy.cancelled(label, fullDate(subscription.endsAt ?? subscription.periodEnd))}
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
            {copy.owed(label, `${fullDate(until)} a las ${clockTime(until)}`)}
          </p>
          <Button
            variant="outline"
            small
            loading={cardPage.redirectingTo === 'card'}
            onClick={() => void cardPage.changeCard()}
          >
            {planCopy.changeCard}
          </Button>
        </div>
      );
    }
  }
}

/** On a phone the plan's own button is a long way down; elsewhere it is in sight, and one is enough. */
function KeepButton({ keeping }: { readonly keeping: ResumeSubscription }) {
  const onKeep = async () => {
    if (await keeping.keep()) document.getElementById(currentPlanButtonId)?.focus();
  };
  return (
    <Button
      className="btn--near"
      variant="outline"
      small
      loading={keeping.isWorking}
      onClick={() => void onKeep()}
    >
      {planCopy.keep}
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
