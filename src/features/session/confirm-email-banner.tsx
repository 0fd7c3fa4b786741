/** Banner while the e-mail address is unconfirmed: alerts are not mailed until then. Can resend the link. */
import { Icon } from '#src/components/icon.tsx';
import { useProfile } from '#store/use-profile.ts';
import { LocalMailboxLink } from './local-mailbox-link.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';
import { useConfirmationPolling } from './use-confirmation-polling.ts';

export function ConfirmEmailBanner() {
  const { data: profile } = useProfile();
  useConfirmationPolling();
  if (profile === undefined || profile.emailConfirmed) return null;
  return (
    <div className="banner banner--top" role="status">
      <Icon name="mail" />
      <p>
        <b>Confirma tu correo.</b> Hemos enviado un enlace a {profile.email}. Hasta que lo abras,
        tus alertas se ven aquí pero no salen por correo. <LocalMailboxLink />
      </p>
      <ResendConfirmationButton />
    </div>
  );
}
