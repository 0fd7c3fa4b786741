/** Button that sends the confirmation link again; a toast says whether it was sent. */
import { Button } from '#src/components/button.tsx';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import { errorText } from '../errors/to-display-error.ts';
import { useSession } from './session-context.ts';

export function ResendConfirmationButton({
  label = copy.resend,
  small = true,
}: {
  readonly label?: string;
  readonly small?: boolean;
}) {
  const { showToast } = useSession();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const onResend = async () => {
    const { error } = await resend();
    if (error === undefined) showToast(copy.resent, 'success');
    else showToast(errorText(error, copy.notSent), 'error');
  };
  return (
    <Button variant="outline" small={small} loading={isLoading} onClick={() => void onResend()}>
      {label}
    </Button>
  );
}
