/** Banner while the e-mail address is unconfirmed: alerts are not mailed until then. Can resend the link. */
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { useResendConfirmationMutation } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { LocalMailboxLink } from './local-mailbox-link.tsx';
import { useSession } from './session-context.ts';
import { useConfirmationPolling } from './use-confirmation-polling.ts';

export function ConfirmEmailBanner() {
  const { showToast } = useSession();
  const { data: profile } = useProfile();
  useConfirmationPolling();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  if (profile === undefined || profile.emailConfirmed) return null;
  const onResend = async () => {
    const { error } = await resend();
    const message =
      error === undefined
        ? 'Enlace enviado. Mira también el spam.'
        : (error.message ?? 'No se ha podido enviar.');
    showToast(message, error === undefined ? 'success' : 'error');
  };
  return (
    <div className="banner banner--top" role="status">
      <Icon name="mail" />
      <p>
        <b>Confirma tu correo.</b> Hemos enviado un enlace a {profile.email}. Hasta que lo abras,
        tus alertas se ven aquí pero no salen por correo. <LocalMailboxLink />
      </p>
      <Button variant="outline" small loading={isLoading} onClick={onResend}>
        Reenviar enlace
      </Button>
    </div>
  );
}
