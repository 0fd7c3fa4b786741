/** Banner while the e-mail address is unconfirmed: alerts are not mailed until then. Can resend the link; says when it was refused. */
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import { useProfile } from '#store/use-profile.ts';
import { LocalMailboxLink } from './local-mailbox-link.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';
import { useSession } from './session-context.ts';
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
        <OtherAddressButton />
        <ResendConfirmationButton />
      </div>
    );
  return (
    <div className="banner banner--top" role="status">
      <Icon name="mail" />
      <p>
        <b>{copy.ask}</b> {copy.asked(email)} <LocalMailboxLink />
      </p>
      <ResendConfirmationButton />
    </div>
  );
}

/** An account whose address cannot be confirmed holds nothing yet that a new one would miss. */
function OtherAddressButton() {
  const { actions } = useSession();
  const navigate = useNavigate();
  const start = () => {
    actions.signOut();
    void navigate('/register');
  };
  return (
    <Button variant="outline" small onClick={start}>
      {copy.otherAddress}
    </Button>
  );
}
