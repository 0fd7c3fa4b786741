/** Resumes a cancelled subscription, from its plan's column or from the banner. */
import { changeCopy } from '#src/copy/plan.ts';
import { type DisplayError, toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useResumeSubscriptionMutation } from '#store/api/billing-api.ts';

export interface ResumeSubscription {
  readonly isWorking: boolean;
  readonly error: DisplayError | null;
  /** @returns whether it was resumed */
  resume(): Promise<boolean>;
}

/** @param onResumed called after resuming, when the checkout result no longer applies */
export function useResumeSubscription(onResumed: () => void): ResumeSubscription {
  const { showToast } = useSession();
  const [requestResume, { isLoading, error }] = useResumeSubscriptionMutation();
  return {
    isWorking: isLoading,
    error: toDisplayError(error),
    async resume() {
      const { data } = await requestResume();
      if (data === undefined) return false;
      onResumed();
      showToast(changeCopy.resumed, 'success');
      return true;
    },
  };
}
