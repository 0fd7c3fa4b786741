/** Banner while the e-mail address is unconfirmed: alerts are not mailed until then. Can resend the link or correct the address; says when it was refused. */
import { Icon } from '#src/components/icon.tsx';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import { useProfile } from '#store/use-profile.ts';
import { ChangeEmailButton } from './change-email-button.tsx';
import { LocalMailboxLink } from './local-mailbox-link.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';
import { useConfirmationPolling } from './use-confirmation-polling.ts';

export function ConfirmEmailBanner() {
  const { data: profile } = useProfile();
  useConfirmationPolling();
  if (profile === undefined || profile.emailConfirmed) return null;
  const { email, mailRefusal } = profile;
  if (mailRefusal !== undefined)
    return (
      <div className="banner banner--error banner--top" role="status">
        <Icon name="warning" />
        <p>
          <b>{copy.refused(email)}</b> {copy.refusedWhy(mailRefusal)}
        </p>
        <ChangeEmailButton label={copy.correct} small />
        <ResendConfirmationButton />
      </div>
    );
  return (
    <div className="banner banner--top" role="status">
      <Icon name="mail" />
      <p>
        <b>{copy.ask}</b> {copy.asked(email)} <LocalMailboxLink />
      </p>
      <ChangeEmailButton label={copy.correct} small />
      <ResendConfirmationButton />
    </div>
  );
}
