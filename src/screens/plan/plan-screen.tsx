/** /dashboard/plan: plans, current period, invoices, checkout and its result. */
import { Link } from 'react-router-dom';
import { pausedThresholdsPath } from '#domain/app-links.ts';
import { type Plan, type PlanName, plans } from '#domain/plans.ts';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { PlanTable } from '#src/features/plans/plan-table.tsx';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import type { Threshold } from '#store/api/api-types.ts';
import { useGetBillingStateQuery } from '#store/api/billing-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { CheckoutResultBanner } from './checkout-result-banner.tsx';
import { PlanDetails } from './plan-details.tsx';
import { PurchasedChecklist } from './purchased-checklist.tsx';
import { SubscriptionStatusBanner } from './subscription-status-banner.tsx';
import { useCheckout } from './use-checkout.ts';
import { type CheckoutReturn, useCheckoutReturn } from './use-checkout-return.ts';
import { useResumeSubscription } from './use-resume-subscription.ts';

export function PlanScreen() {
  const profileQuery = useProfile();
  // Refetched: links in mails, other tabs and the provider change it too.
  const stateQuery = useGetBillingStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: profile } = profileQuery;
  const { data: state, error, isFetching, refetch } = stateQuery;
  const checkoutReturn = useCheckoutReturn();
  const checkout = useCheckout();
  const resuming = useResumeSubscription(checkoutReturn.dismiss);
  const currentPlan: Plan | null = state === undefined ? null : plans[state.plan];
  const bought = boughtPlan(checkoutReturn);
  // After a checkout its result is shown at once, without the loading boundary.
  const queries = checkoutReturn.status === 'none' ? [profileQuery, stateQuery] : [];
  return (
    <LoadingBoundary queries={queries} label={copy.loading}>
      <ConfirmEmailBanner />
      <div className="mast">
        <div>
          {profile !== undefined && currentPlan !== null && (
            <p className="label">
              {copy.usage(
                currentPlan,
                profile.configuracion.partidos.length,
                Object.keys(profile.configuracion.umbrales).length,
              )}
            </p>
          )}
          <h1 className="headline">{copy.title}</h1>
        </div>
      </div>
      <CheckoutResultBanner
        checkoutReturn={checkoutReturn}
        isStillOwed={!isFetching && state?.subscription?.status === 'pastDue'}
      />
      {bought !== null && profile !== undefined && (
        <PurchasedChecklist plan={bought} settings={profile.configuracion} />
      )}
      {state === undefined && error === undefined && <Skeleton rows={6} label={copy.loading} />}
      {state === undefined && error !== undefined && (
        <>
          <ErrorState message={unreadText(error, copy.unread)} onRetry={() => void refetch()} />
          <PlanTable />
        </>
      )}
      {state !== undefined && (
        <>
          <SubscriptionStatusBanner state={state} checkout={checkout} resuming={resuming} />
          {profile !== undefined && (
            <PausedByPlan umbrales={profile.configuracion.umbrales} plan={state.plan} />
          )}
          <PlanDetails
            state={state}
            checkout={checkout}
            resuming={resuming}
            isCheckoutPending={checkoutReturn.isPending}
            onChanged={checkoutReturn.dismiss}
          />
        </>
      )}
    </LoadingBoundary>
  );
}

/** Paid just now, and in force; null otherwise. */
const boughtPlan = ({ status, result }: CheckoutReturn): PlanName | null =>
  status === 'loaded' && result?.outcome === 'paid' && result.synced ? result.plan : null;

/** Note on thresholds that the plan has paused, with a link to them. */
function PausedByPlan(props: {
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly plan: PlanName;
}) {
  const paused = Object.values(props.umbrales).filter(({ pause }) => pause === 'plan').length;
  if (paused === 0) return null;
  return (
    <div className="banner" role="note">
      <Icon name="info" />
      <p>{copy.pausedByPlan(paused, plans[props.plan].label)}</p>
      <Link className="btn btn--outline btn--sm" to={pausedThresholdsPath}>
        {copy.seeThresholds}
      </Link>
    </div>
  );
}
