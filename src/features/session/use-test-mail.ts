/** Sends a test mail, and says in a toast whether it is on its way. */
import { useTestChannelMutation } from '#store/api/channels-api.ts';
import { errorText } from '../errors/to-display-error.ts';
import { useSession } from './session-context.ts';

/** @param failure said where the server gives no reason */
export function useTestMail(failure: string): {
  readonly send: () => Promise<void>;
  readonly isSending: boolean;
} {
  const { showToast } = useSession();
  const [test, { isLoading: isSending }] = useTestChannelMutation();
  const send = async () => {
    const { data, error } = await test('mail');
    if (data === undefined) showToast(errorText(error, failure), 'error');
    else showToast(data.answer, 'success');
  };
  return { send, isSending };
}
