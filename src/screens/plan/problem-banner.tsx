/** Why something asked for here was refused, and what helps when the address is not confirmed. */
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { useResendConfirmationMutation } from '#store/api/monitoring-api.ts';
import { useSession } from '../session-context.ts';
import { type Problem, toProblem } from './api-problem.ts';

export function ProblemBanner({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>{problem.message}</p>
      {problem.code === 'email_unconfirmed' && <ResendButton />}
    </div>
  );
}

function ResendButton() {
  const { showToast } = useSession();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const onResend = async () => {
    const problem = toProblem((await resend()).error);
    showToast(problem?.message ?? copy.resent, problem === null ? 'success' : 'error');
  };
  return (
    <Button look="outline" small working={isLoading} onClick={() => void onResend()}>
      {copy.resend}
    </Button>
  );
}
