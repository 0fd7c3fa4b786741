/** Keeping a cancelled subscription, from its plan's column or from the banner. */
import { changeCopy } from '#src/copy/plan.ts';
import { type ApiProblem, toApiProblem } from '#src/features/errors/to-api-problem.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useResumeSubscriptionMutation } from '#store/api/billing-api.ts';

export interface ResumeSubscription {
  readonly isWorking: boolean;
  readonly problem: ApiProblem | null;
  /** @returns whether it was kept */
  keep(): Promise<boolean>;
}

/** @param onKept what was told of the way back no longer holds */
export function useResumeSubscription(onKept: () => void): ResumeSubscription {
  const { showToast } = useSession();
  const [resume, { isLoading, error }] = useResumeSubscriptionMutation();
  return {
    isWorking: isLoading,
    problem: toApiProblem(error),
    async keep() {
      const { data } = await resume();
      if (data === undefined) return false;
      onKept();
      showToast(changeCopy.kept, 'success');
      return true;
    },
  };
}
