/** Onboarding step 3: a test mail to the address that receives the alerts. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Pips } from '#src/components/pips.tsx';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import type { ArticleId } from '#src/copy/support-articles.ts';
import { CorrectAddressButton } from '#src/features/session/correct-address-button.tsx';
import { LocalMailboxLink } from '#src/features/session/local-mailbox-link.tsx';
import { ResendConfirmationButton } from '#src/features/session/resend-confirmation-button.tsx';
import { useConfirmationPolling } from '#src/features/session/use-confirmation-polling.ts';
import { useProfile } from '#store/use-profile.ts';
import firstAlertTicketStyles from './first-alert-ticket.module.css';
import mailStepStyles from './mail-step.module.css';
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
  useConfirmationPolling(confirmationPollMs);
  const isUnconfirmed = profile !== undefined && !profile.emailConfirmed;
  useConfirmationAsTest({ ...props, isUnconfirmed });
  return (
    <OnboardingStep step={3} heading={copy.mailTitle} titleRef={props.titleRef}>
      <p className={firstAlertTicketStyles.lead}>
        {isUnconfirmed ? copy.confirmLead(profile.email) : copy.mailLead(profile?.email ?? '')}
      </p>
      {props.error !== null && (
        <p className="banner banner--error" role="alert">
          {props.error}
        </p>
      )}
      {isUnconfirmed && profile.mailRefusal !== undefined && (
        <p className="banner banner--error" role="alert">
          {confirmationCopy.refused(profile.email)}{' '}
          {confirmationCopy.refusedWhy(profile.mailRefusal)}
        </p>
      )}
      {isUnconfirmed ? <Confirm /> : <TestMail {...props} isKnown={profile !== undefined} />}
      <StepFooter onBack={props.onBack} />
    </OnboardingStep>
  );
}

/**
 * The confirmation mail is the test mail: while it has not been opened it counts as sent, and opening its link, in any
 * tab or on a phone, as having received it.
 */
function useConfirmationAsTest(state: {
  readonly isUnconfirmed: boolean;
  readonly isSent: boolean;
  readonly onSend: () => void;
  readonly onReceived: () => void;
}) {
  const { isUnconfirmed, isSent } = state;
  const wasUnconfirmed = useRef(false);
  const send = useEffectEvent(state.onSend);
  const receive = useEffectEvent(state.onReceived);
  useEffect(() => {
    if (isUnconfirmed) {
      wasUnconfirmed.current = true;
      if (!isSent) send();
    } else if (wasUnconfirmed.current && isSent) {
      wasUnconfirmed.current = false;
      receive();
    }
  }, [isUnconfirmed, isSent]);
}

function TestMail(props: {
  readonly isKnown: boolean;
  readonly isSent: boolean;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onReceived: () => void;
}) {
  return (
    <>
      <p role="status">{props.isSent && copy.sent}</p>
      <p className={mailStepStyles.obmail}>
        <Button
          tall
          variant={props.isSent ? 'outline' : 'primary'}
          loading={props.isBusy}
          disabled={!props.isKnown}
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
    </>
  );
}

function Confirm() {
  return (
    <>
      <p className="obwait" role="status">
        <Pips />
        {copy.waiting}
      </p>
      <p className={mailStepStyles.obmail}>
        <LocalMailboxLink />
        <ResendConfirmationButton label={confirmationCopy.resendConfirmation} small={false} />
        <CorrectAddressButton small={false} />
        <Link className="linkbtn" to={`/support#${helpArticle}`}>
          {copy.help}
        </Link>
      </p>
    </>
  );
}
