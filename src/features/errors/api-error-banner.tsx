/** Banner for an API error; with a link to the plans or a resend button where that helps. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { seePlans } from '#src/copy/see-plans.ts';
import type { ApiError } from '#store/api/api-types.ts';
import { ResendConfirmationButton } from '../session/resend-confirmation-button.tsx';

interface ApiErrorBannerProps {
  /** Without a message nothing is shown. Only `plan_limit` and `email_unconfirmed` change what is. */
  readonly error:
    | { readonly message?: string | null; readonly code?: ApiError['code'] }
    | null
    | undefined;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

export function ApiErrorBanner({ error, children }: ApiErrorBannerProps) {
  if (!error?.message) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>
        {error.message}
        {error.code === 'plan_limit' && (
          <>
            {' '}
            <Link to="/dashboard/plan">{seePlans}</Link>
          </>
        )}
      </p>
      {error.code === 'email_unconfirmed' && <ResendConfirmationButton />}
      {children}
    </div>
  );
}
