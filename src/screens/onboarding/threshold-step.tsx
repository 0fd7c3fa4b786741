/** Onboarding step 2: create a threshold on the match. */
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { ThresholdForm } from '#src/features/thresholds/threshold-form.tsx';
import { useGetMatchQuery } from '#store/api/match-api.ts';
import { FirstAlertTicket } from './first-alert-ticket.tsx';
import { OnboardingStep, type StepTitleRef } from './onboarding-step.tsx';

export function ThresholdStep(props: {
  readonly titleRef: StepTitleRef;
  readonly matchId: string;
  readonly onBack: () => void;
  readonly onCreated: () => void;
}) {
  const { data, isError, refetch } = useGetMatchQuery({ id: props.matchId });
  return (
    <OnboardingStep
      step={2}
      matchName={data?.match.name}
      heading={copy.lineTitle}
      titleRef={props.titleRef}
    >
      {isError && data === undefined && <ErrorState message={copy.unread} onRetry={refetch} />}
      {data === undefined && !isError && <Skeleton rows={3} label={copy.loading} />}
      {data !== undefined && (
        <ThresholdForm
          matchId={props.matchId}
          collectibles={data.collectibles}
          currency={data.match.currency}
          onDone={props.onCreated}
          onCancel={props.onBack}
          cancelLabel={copy.back}
          offersTrial
          summary={(threshold) => (
            <FirstAlertTicket
              match={data.match}
              collectibles={data.collectibles}
              threshold={threshold}
            />
          )}
        />
      )}
    </OnboardingStep>
  );
}
