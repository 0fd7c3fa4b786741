/** How the subscription stands, when there is something to know or to do. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { clockTime, fullDate } from '#src/copy/format.ts';
import { standingCopy as copy, planCopy } from '#src/copy/plan.ts';
import type { BillingState, SubscriptionView } from '#store/api/types.ts';
import type { CardPage } from './use-card-page.ts';

interface Props {
  readonly state: BillingState;
  readonly cardPage: CardPage;
}

export function StandingBanner({ state, cardPage }: Props) {
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
        <SubscriptionNote subscription={subscription} granted={granted} cardPage={cardPage} />
      )}
    </>
  );
}

function SubscriptionNote({
  subscription,
  granted,
  cardPage,
}: {
  readonly subscription: SubscriptionView;
  readonly granted: boolean;
  readonly cardPage: CardPage;
}) {
  const { label } = plans[subscription.plan];
  switch (subscription.status) {
    case 'active':
      return null;
    case 'incomplete':
      return <Note title={copy.incompleteTitle}>{copy.incomplete(label)}</Note>;
    case 'cancelScheduled':
      return (
        <Note title={copy.cancelledTitle}>
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
            look="outline"
            small
            working={cardPage.leavingFor === 'card'}
            onClick={() => void cardPage.changeCard()}
          >
            {planCopy.changeCard}
          </Button>
        </div>
      );
    }
  }
}

function Note({
  title,
  children,
}: {
  readonly title?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="banner" role="note">
      <Icon name="info" />
      <p>
        {title !== undefined && <b>{title} </b>}
        {children}
      </p>
    </div>
  );
}
