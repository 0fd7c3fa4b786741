/** Banner for an API error; with a link to the plans or a resend button where that helps. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import type { ApiError } from '#store/api/api-types.ts';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import { useSession } from '../session/session-context.ts';
import { toDisplayError } from './to-display-error.ts';

interface ApiErrorBannerProps {
  /** null renders nothing. Only `plan_limit` and `email_unconfirmed` change what is shown. */
  readonly error: { readonly message: string; readonly code?: ApiError['code'] } | null;
}

export function ApiErrorBanner({ error }: ApiErrorBannerProps) {
  if (error === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>
        {error.message}
        {error.code === 'plan_limit' && (
          <>
            {' '}
            <Link to="/dashboard/plan">{settingsCopy.seePlans}</Link>
          </>
        )}
      </p>
      {error.code === 'email_unconfirmed' && <ResendButton />}
    </div>
  );
}

function ResendButton() {
  const { showToast } = useSession();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const onResend = async () => {
    const error = toDisplayError((await resend()).error);
    showToast(error?.message ?? copy.resent, error === null ? 'success' : 'error');
  };
  return (
    <Button variant="outline" small loading={isLoading} onClick={() => void onResend()}>
      {copy.resend}
    </Button>
  );
}
