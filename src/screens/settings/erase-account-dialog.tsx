/** Dialog to erase the account: a typed confirmation word and, without a recent sign-in, reauthentication. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import {
  accountCopy,
  eraseCopy as copy,
  reauthenticationError,
} from '#src/copy/settings-account.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteProfileMutation } from '#store/api/account-deletion-api.ts';
import { useAccountCredentials } from './use-account-credentials.ts';

export function EraseAccountDialog({ onClose }: { onClose: () => void }) {
  const { actions, showToast } = useSession();
  const { data: credentials } = useAccountCredentials();
  const [deleteProfile] = useDeleteProfileMutation();
  const [word, setWord] = useState('');
  const [password, setPassword] = useState('');
  const [needsReauthentication, setNeedsReauthentication] = useState(false);
  const [wordError, setWordError] = useState<string>();
  const [reauthenticationMessage, setReauthenticationMessage] = useState<string>();
  const [eraseError, setEraseError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const needsPassword = needsReauthentication && credentials?.hasPassword() === true;

  const focus = (name: string) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  useEffect(() => {
    if (needsPassword) form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, [needsPassword]);
  const reauthenticate = async (): Promise<boolean> => {
    if (!needsReauthentication || credentials === undefined) return true;
    if (needsPassword && password === '') {
      setReauthenticationMessage(copy.passwordMissing);
      return false;
    }
    try {
      await credentials.reauthenticate(password);
      return true;
    } catch (error) {
      setReauthenticationMessage(reauthenticationError(error).text);
      return false;
    }
  };
  const erase = async (): Promise<void> => {
    if (!(await reauthenticate())) return focus('password');
    const { error } = await deleteProfile({ modo: 'eliminar' });
    if (error === undefined) {
      showToast(copy.done, 'success');
      return actions.signOut();
    }
    if ('code' in error && error.code === 'reauthentication_required')
      setNeedsReauthentication(true);
    else setEraseError(error.message ?? copy.failed);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    const isTyped = word.trim() === copy.word;
    setWordError(isTyped ? undefined : copy.notConfirmed);
    setReauthenticationMessage(undefined);
    setEraseError(null);
    if (!isTyped) return focus('word');
    setWorking(true);
    await erase();
    setWorking(false);
  };
  const leave = () => {
    if (!working) onClose();
  };

  return (
    <Dialog title={accountCopy.erase} closeLabel={accountCopy.dismiss} onClose={leave}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <p>{copy.gone}</p>
        <p>{copy.first}</p>
        <TextField
          label={copy.confirmation}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          error={wordError}
          onChange={(event) => setWord(event.target.value)}
        />
        {needsReauthentication && <p role="status">{copy.proof}</p>}
        {needsPassword && (
          <PasswordField
            label={copy.password}
            words={copy.passwordWords}
            name="password"
            autoComplete="current-password"
            value={password}
            error={reauthenticationMessage}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {!needsPassword && reauthenticationMessage !== undefined && (
          <ApiErrorBanner error={{ message: reauthenticationMessage }} />
        )}
        {eraseError !== null && <ApiErrorBanner error={{ message: eraseError }} />}
        <p className="modal__foot">
          <Button variant="quiet" onClick={leave}>
            {accountCopy.cancel}
          </Button>
          <Button variant="danger" type="submit" loading={working}>
            {needsReauthentication && !needsPassword ? copy.google : accountCopy.erase}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
