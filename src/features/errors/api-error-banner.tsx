/** Why something asked for here was refused, and what helps when the address is not confirmed. */
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import { useSession } from '../session/session-context.ts';
import { type ApiProblem, toApiProblem } from './to-api-problem.ts';

export function ApiErrorBanner({ problem }: { readonly problem: ApiProblem | null }) {
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
    const problem = toApiProblem((await resend()).error);
    showToast(problem?.message ?? copy.resent, problem === null ? 'success' : 'error');
  };
  return (
    <Button variant="outline" small loading={isLoading} onClick={() => void onResend()}>
      {copy.resend}
    </Button>
  );
}
