/** /dashboard/plan: the three plans, what is paid, and the way to the card page and back. */
import { type Plan, plans } from '#domain/plans.ts';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { useGetProfileQuery } from '#store/api/base-api.ts';
import { useGetBillingStateQuery } from '#store/api/billing-api.ts';
import { CheckoutResultBanner } from './checkout-result-banner.tsx';
import { PausedByPlan } from './paused-by-plan.tsx';
import { PlanDetails } from './plan-details.tsx';
import { PlanPicker } from './plan-picker.tsx';
import { SubscriptionStatusBanner } from './subscription-status-banner.tsx';
import { useCheckout } from './use-checkout.ts';
import { useCheckoutReturn } from './use-checkout-return.ts';
import { useResumeSubscription } from './use-resume-subscription.ts';

export function PlanScreen() {
  const profileRead = useGetProfileQuery();
  // Mails, other tabs and the provider change it too.
  const stateRead = useGetBillingStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: profile } = profileRead;
  const { data: state, error, isFetching, refetch } = stateRead;
  const visit = useCheckoutReturn();
  const cardPage = useCheckout();
  const keeping = useResumeSubscription(visit.forget);
  const mine: Plan | null = state === undefined ? null : plans[state.plan];
  // Whoever comes back from the card page is told of it first.
  const answers = visit.status === 'none' ? [profileRead, stateRead] : [];
  return (
    <LoadingBoundary queries={answers} label={copy.loading}>
      <div className="mast">
        <div>
          {profile !== undefined && mine !== null && (
            <p className="label">
              {copy.usage(
                mine.label,
                copy.of(profile.configuracion.partidos.length, mine.maxMatches),
                copy.of(Object.keys(profile.configuracion.umbrales).length, mine.maxThresholds),
              )}
            </p>
          )}
          <h1 className="headline">{copy.title}</h1>
        </div>
      </div>
      <CheckoutResultBanner
        visit={visit}
        isStillOwed={!isFetching && state?.subscription?.status === 'pastDue'}
      />
      {state === undefined && error === undefined && <Skeleton rows={6} label={copy.loading} />}
      {state === undefined && error !== undefined && (
        <>
          <ErrorState
            message={error.message ?? copy.unread}
            retryLabel={copy.retry}
            onRetry={() => void refetch()}
          />
          <PlanPicker mine={null} foot={null} />
        </>
      )}
      {state !== undefined && (
        <>
          <SubscriptionStatusBanner state={state} cardPage={cardPage} keeping={keeping} />
          {profile !== undefined && (
            <PausedByPlan umbrales={profile.configuracion.umbrales} plan={state.plan} />
          )}
          <PlanDetails
            state={state}
            cardPage={cardPage}
            keeping={keeping}
            isVisitPending={visit.isPending}
            onChanged={visit.forget}
          />
        </>
      )}
    </LoadingBoundary>
  );
}
