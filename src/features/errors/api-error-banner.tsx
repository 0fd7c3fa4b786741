/** Banner for an API error; with a link to the plans or a resend button where that helps. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import type { ApiError } from '#store/api/types.ts';
import { useSession } from '../session/session-context.ts';
import { toApiProblem } from './to-api-problem.ts';

interface ApiErrorBannerProps {
  /** null renders nothing. Only `plan_limit` and `email_unconfirmed` change what is shown. */
  readonly problem: { readonly message: string; readonly code?: ApiError['code'] } | null;
}

export function ApiErrorBanner({ problem }: ApiErrorBannerProps) {
  if (problem === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>
        {problem.message}
        {problem.code === 'plan_limit' && (
          <>
            {' '}
            <Link to="/dashboard/plan">{settingsCopy.seePlans}</Link>
          </>
        )}
      </p>
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
