/** Sends a test mail, and says in a toast whether it is on its way. */
import { useSendTestMailMutation } from '#store/api/base-api.ts';
import { errorText } from '../errors/to-display-error.ts';
import { useSession } from './session-context.ts';

export function useTestMail(words: {
  readonly sent: (address: string) => string;
  /** Where the server gives no reason. */
  readonly notSent: string;
}): { readonly send: () => Promise<void>; readonly isSending: boolean } {
  const { showToast } = useSession();
  const [sendTestMail, { isLoading: isSending }] = useSendTestMailMutation();
  const send = async () => {
    const { data, error } = await sendTestMail();
    if (data === undefined) showToast(errorText(error, words.notSent), 'error');
    else showToast(words.sent(data.to), 'success');
  };
  return { send, isSending };
}
