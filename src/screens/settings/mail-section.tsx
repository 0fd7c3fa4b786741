/** Where alerts go, whether that address is confirmed, and a test mail to be sure. */
import { Button } from '#src/components/button.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import {
  useGetProfileQuery,
  useResendConfirmationMutation,
  useSendTestMailMutation,
} from '#store/api/monitoring-api.ts';
import { useSession } from '../session-context.ts';

export function MailSection() {
  const { showToast } = useSession();
  const { data: profile } = useGetProfileQuery();
  const [resend, resending] = useResendConfirmationMutation();
  const [test, testing] = useSendTestMailMutation();
  if (profile === undefined) return null;
  const tell = ({ error }: { error?: { message?: string | undefined } | undefined }) =>
    showToast(
      error === undefined ? copy.sent : (error.message ?? 'No se ha podido enviar.'),
      error === undefined ? 'success' : 'error',
    );
  return (
    <section className="setsec" aria-labelledby="set-mail">
      <h2 className="title" id="set-mail">
        {copy.mailTitle}
      </h2>
      <div className="setsec__b">
        <p>
          {profile.emailConfirmed ? copy.confirmed(profile.email) : copy.unconfirmed(profile.email)}
        </p>
        <p>
          {profile.emailConfirmed ? (
            <Button
              look="outline"
              working={testing.isLoading}
              onClick={async () => tell(await test())}
            >
              {copy.test}
            </Button>
          ) : (
            <Button
              look="outline"
              working={resending.isLoading}
              onClick={async () => tell(await resend())}
            >
              {copy.resend}
            </Button>
          )}
        </p>
      </div>
    </section>
  );
}
