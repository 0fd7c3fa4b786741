/** Onboarding step 3: a test mail to the address that receives the alerts. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Pips } from '#src/components/pips.tsx';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import type { ArticleId } from '#src/copy/support-articles.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { ChangeEmailButton } from '#src/features/session/change-email-button.tsx';
import { LocalMailboxLink } from '#src/features/session/local-mailbox-link.tsx';
import { ResendConfirmationButton } from '#src/features/session/resend-confirmation-button.tsx';
import { useConfirmationPolling } from '#src/features/session/use-confirmation-polling.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
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
  /** @param how not mailed: a mail that was sent for another reason counts as the test */
  readonly onSend: (how: { readonly isMailed: boolean }) => void;
  readonly onReceived: () => void;
}) {
  const { data: profile } = useProfile();
  const mail = useGetChannelsQuery().data?.items[0];
  const isAlerted = mail?.kind === 'mail' && mail.lastDelivery !== null;
  useConfirmationPolling(confirmationPollMs);
  const isUnconfirmed = profile !== undefined && !profile.emailConfirmed;
  const isAwaited = useStandInMail({ ...props, isUnconfirmed, isAlerted });
  return (
    <OnboardingStep step={3} heading={copy.mailTitle} titleRef={props.titleRef}>
      <p className={firstAlertTicketStyles.lead}>
        {leadOf({ isAwaited, isAlerted }, profile?.email ?? '')}
      </p>
      <ApiErrorBanner error={{ message: props.error }} />
      {isUnconfirmed && profile.mailRefusal !== undefined && (
        <p className="banner banner--error" role="alert">
          {confirmationCopy.refused(profile.email)}{' '}
          {confirmationCopy.refusedWhy(profile.mailRefusal)}
        </p>
      )}
      {isAwaited ? (
        <Confirm />
      ) : (
        <TestMail {...props} isAlerted={isAlerted} isKnown={profile !== undefined} />
      )}
      <StepFooter onBack={props.onBack} />
    </OnboardingStep>
  );
}

function leadOf(
  { isAwaited, isAlerted }: { readonly isAwaited: boolean; readonly isAlerted: boolean },
  email: string,
): string {
  if (isAwaited) return copy.confirmLead(email);
  return isAlerted ? copy.alertedLead(email) : copy.mailLead(email);
}

/**
 * A mail that was sent anyway is the test mail. The confirmation counts as sent while it has not been opened, and opening its link, in
 * any tab or on a phone, as having received it; an alert counts as sent.
 * @returns whether its link was waited for: until the step is left, so that nothing else is offered for a moment
 */
function useStandInMail(state: {
  readonly isUnconfirmed: boolean;
  readonly isAlerted: boolean;
  readonly isSent: boolean;
  readonly onSend: (how: { readonly isMailed: boolean }) => void;
  readonly onReceived: () => void;
}): boolean {
  const { isUnconfirmed, isAlerted, isSent } = state;
  const [wasUnconfirmed, setWasUnconfirmed] = useState(isUnconfirmed);
  if (isUnconfirmed && !wasUnconfirmed) setWasUnconfirmed(true);
  const isReceived = useRef(false);
  const send = useEffectEvent(state.onSend);
  const receive = useEffectEvent(state.onReceived);
  useEffect(() => {
    if (!isSent && (isUnconfirmed || isAlerted)) send({ isMailed: false });
    if (!isSent || isUnconfirmed || !wasUnconfirmed || isReceived.current) return;
    isReceived.current = true;
    receive();
  }, [isUnconfirmed, isAlerted, isSent, wasUnconfirmed]);
  return wasUnconfirmed;
}

function TestMail(props: {
  readonly isKnown: boolean;
  readonly isAlerted: boolean;
  readonly isSent: boolean;
  readonly isBusy: boolean;
  readonly onSend: (how: { readonly isMailed: boolean }) => void;
  readonly onReceived: () => void;
}) {
  return (
    <>
      <p role="status">{props.isSent && !props.isAlerted && copy.sent}</p>
      <p className={mailStepStyles.obmail}>
        <Button
          tall
          variant={props.isSent ? 'outline' : 'primary'}
          loading={props.isBusy}
          disabled={!props.isKnown}
          onClick={() => props.onSend({ isMailed: true })}
        >
          {props.isSent && !props.isAlerted ? copy.sendAgain : copy.send}
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
      <div className={mailStepStyles.obmail}>
        <LocalMailboxLink />
        <ResendConfirmationButton label={confirmationCopy.resendConfirmation} small={false} />
        <ChangeEmailButton label={confirmationCopy.correct} />
        <Link className="linkbtn" to={`/support#${helpArticle}`}>
          {copy.help}
        </Link>
      </div>
    </>
  );
}
