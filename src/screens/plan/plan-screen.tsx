/** /dashboard/plan: the three plans, what is paid, and the way to the card page and back. */
import { type Plan, plans } from '#domain/plans.ts';
import { Failed, Skeleton } from '#src/components/states.tsx';
import { Together } from '#src/components/together.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { useGetBillingStateQuery } from '#store/api/billing-api.ts';
import { useGetProfileQuery } from '#store/api/monitoring-api.ts';
import { PausedByPlan } from './paused-by-plan.tsx';
import { PlanSheet } from './plan-sheet.tsx';
import { PlansTable } from './plans-table.tsx';
import { StandingBanner } from './standing-banner.tsx';
import { useCardPage } from './use-card-page.ts';
import { useKeep } from './use-keep.ts';
import { useVisit } from './use-visit.ts';
import { VisitBanner } from './visit-banner.tsx';

export function PlanScreen() {
  const profileRead = useGetProfileQuery();
  // Mails, other tabs and the provider change it too.
  const stateRead = useGetBillingStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: profile } = profileRead;
  const { data: state, error, isFetching, refetch } = stateRead;
  const visit = useVisit();
  const cardPage = useCardPage();
  const keeping = useKeep(visit.forget);
  const mine: Plan | null = state === undefined ? null : plans[state.plan];
  // Whoever comes back from the card page is told of it first.
  const answers = visit.status === 'none' ? [profileRead, stateRead] : [];
  return (
    <Together answers={answers} label={copy.loading}>
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
      <VisitBanner
        visit={visit}
        isStillOwed={!isFetching && state?.subscription?.status === 'pastDue'}
      />
      {state === undefined && error === undefined && <Skeleton rows={6} label={copy.loading} />}
      {state === undefined && error !== undefined && (
        <>
          <Failed
            message={error.message ?? copy.unread}
            retryLabel={copy.retry}
            onRetry={() => void refetch()}
          />
          <PlansTable mine={null} foot={null} />
        </>
      )}
      {state !== undefined && (
        <>
          <StandingBanner state={state} cardPage={cardPage} keeping={keeping} />
          {profile !== undefined && (
            <PausedByPlan umbrales={profile.configuracion.umbrales} plan={state.plan} />
          )}
          <PlanSheet
            state={state}
            cardPage={cardPage}
            keeping={keeping}
            isVisitPending={visit.isPending}
            onChanged={visit.forget}
          />
        </>
      )}
    </Together>
  );
}
