/** Onboarding step 3: a test mail to the address that receives the alerts. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import type { ArticleId } from '#src/copy/support-articles.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useConfirmationPolling } from '#src/features/session/use-confirmation-polling.ts';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { OnboardingStep, StepFooter, type StepTitleRef } from './onboarding-step.tsx';

/** Short: the user is confirming the address now. */
const confirmationPollMs = 3_000;
const helpArticle: ArticleId = 'no-llegan-correos';

export function MailStep(props: {
  readonly titleRef: StepTitleRef;
  readonly isSent: boolean;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly onBack: (() => void) | null;
  readonly onSend: () => void;
  readonly onReceived: () => void;
}) {
  const { data: profile } = useProfile();
  const isConfirmed = profile?.emailConfirmed ?? false;
  useConfirmationPolling(confirmationPollMs);
  return (
    <OnboardingStep step={3} heading={copy.mailTitle} titleRef={props.titleRef}>
      <p className="lead">{copy.mailLead(profile?.email ?? '')}</p>
      {!isConfirmed && <Confirm />}
      {props.error !== null && (
        <p className="banner banner--error" role="alert">
          {props.error}
        </p>
      )}
      <p role="status">{props.isSent && copy.sent}</p>
      <p className="obmail">
        <Button
          tall
          variant={props.isSent ? 'outline' : 'primary'}
          loading={props.isBusy}
          disabled={!isConfirmed}
          onClick={props.onSend}
        >
          {props.isSent ? copy.sendAgain : copy.send}
        </Button>
        {props.isSent && (
          <>
            <Button tall onClick={props.onReceived}>
              {copy.received}
            </Button>
            <Link className="linkbtn" to={`/support#${helpArticle}`}>
              {copy.help}
            </Link>
          </>
        )}
      </p>
      <StepFooter onBack={props.onBack} />
    </OnboardingStep>
  );
}

function Confirm() {
  const { showToast } = useSession();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const resendConfirmation = async () => {
    const { error } = await resend();
    showToast(
      error === undefined ? copy.resent : (error.message ?? copy.notSent),
      error === undefined ? 'success' : 'error',
    );
  };
  return (
    <div className="banner" role="note">
      <p>{copy.unconfirmed}</p>
      <Button variant="outline" small loading={isLoading} onClick={resendConfirmation}>
        {copy.resend}
      </Button>
    </div>
  );
}
