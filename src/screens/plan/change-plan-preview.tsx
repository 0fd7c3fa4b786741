/** Preview of the cost of a plan change, and the button that confirms exactly that price. */
import { plans } from '#domain/plans.ts';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { DialogFoot } from '#src/components/dialog.tsx';
import { dayAndMonth, money } from '#src/copy/format.ts';
import { changeCopy as copy, planCopy } from '#src/copy/plan.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError, unreadText } from '#src/features/errors/to-display-error.ts';
import type { PaidPlan, PlanChangePreview, SubscriptionView } from '#store/api/api-types.ts';
import { useChangePlanMutation, usePreviewPlanChangeQuery } from '#store/api/billing-api.ts';

const euros = (cents: number) => money(cents, 'EUR');

export function ChangePlanPreview({ plan, subscription, onClose, onDone }: ChangePlanDialogProps) {
  const { data, error, isFetching, refetch } = usePreviewPlanChangeQuery(plan, {
    refetchOnMountOrArgChange: true,
  });
  const [change, changing] = useChangePlanMutation();
  const { label, monthlyPriceCents } = plans[plan];
  const isLower = monthlyPriceCents < plans[subscription.plan].monthlyPriceCents;
  const onConfirm = async ({ proratedAt }: PlanChangePreview) => {
    const answer = await change({ plan, proratedAt });
    if (answer.data !== undefined) onDone(copy.changed(label));
    // Nothing was changed; the previewed price may be outdated.
    else void refetch();
  };
  return (
    <>
      {data === undefined && error === undefined && <Skeleton rows={2} label={copy.computing} />}
      {data === undefined && error !== undefined && (
        <ErrorState message={unreadText(error, planCopy.failed)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Sums preview={data} />}
      <p className="meta">
        {copy.prorated} {isLower && copy.lower(label)}
      </p>
      <ApiErrorBanner error={toDisplayError(changing.error)} />
      <DialogFoot leaveLabel={planCopy.back} onLeave={onClose}>
        <Button
          disabled={data === undefined || isFetching}
          loading={changing.isLoading}
          onClick={() => data !== undefined && void onConfirm(data)}
        >
          {data !== undefined && data.dueNowCents > 0
            ? copy.confirmAndPay(euros(data.dueNowCents))
            : copy.confirm}
        </Button>
      </DialogFoot>
    </>
  );
}

function Sums({ preview: { dueNowCents, nextCharge } }: { readonly preview: PlanChangePreview }) {
  return (
    <dl className="kv">
      <div>
        <dt>{dueNowCents < 0 ? copy.credited : copy.dueNow}</dt>
        <dd>{euros(Math.abs(dueNowCents))}</dd>
      </div>
      <div>
        <dt>{copy.next}</dt>
        <dd>{copy.nextOn(dayAndMonth(nextCharge.at), euros(nextCharge.cents))}</dd>
      </div>
    </dl>
  );
}

export interface ChangePlanDialogProps {
  readonly plan: PaidPlan;
  readonly subscription: SubscriptionView;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}
