/** Dialog that creates a key: its name, what it may do and until when; then the key itself, this once. */
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelSetupCopy } from '#src/copy/channels.ts';
import { keysCopy as copy, type KeyExpiry } from '#src/copy/keys.ts';
import { CopyableText, useUncopiedWarning } from '#src/features/channels/copyable-text.tsx';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import type { ApiKeyCreation } from '#store/api/api-types.ts';
import { useCreateKeyMutation } from '#store/api/keys-api.ts';
import { useReauthentication } from './use-reauthentication.tsx';

type Scope = ApiKeyCreation['scope'];
const scopes = Object.entries(copy.scopes) as [Scope, string][];
/** Not `Object.entries`: it would put the numbers first. */
const expiries = (['never', '30', '90', '365'] as const).map(
  (expiry) => [expiry, copy.expiries[expiry]] as const,
);
const maxNameLength = 60;
const keyForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, copy.nameMissing)),
  scope: z.enum(scopes.map(([scope]) => scope)),
  expiry: z.enum(expiries.map(([expiry]) => expiry)),
});

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [createKey, { data: created }] = useCreateKeyMutation();
  const uncopied = useUncopiedWarning(created !== undefined, onClose);
  const reauthentication = useReauthentication();
  const { control, register, handleSubmit, formState } = useForm<z.infer<typeof keyForm>>({
    defaultValues: { name: '', scope: 'read', expiry: 'never' },
    resolver: zodResolver(keyForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(
    async ({ name, scope, expiry }) =>
      isSubmitting ||
      reauthentication.send(
        () => createKey({ name, scope, expiresAt: endOf(expiry) }),
        copy.failed,
      ),
  );
  return (
    <Dialog title={copy.create} onClose={uncopied.close}>
      {created !== undefined ? (
        <div className="ending">
          <p role="status">{copy.shownOnce}</p>
          <CopyableText text={created.key} label={copy.copyKey} onCopied={uncopied.onCopied} />
          {uncopied.warning && <ApiErrorBanner error={{ message: channelSetupCopy.uncopied }} />}
          <p className="modal__foot">
            <Button onClick={onClose}>{copy.done}</Button>
          </p>
        </div>
      ) : (
        <form className="ending" onSubmit={submit} noValidate>
          <TextField
            label={copy.name}
            hint={copy.nameHint}
            autoComplete="off"
            maxLength={maxNameLength}
            readOnly={isSubmitting}
            error={errors.name?.message}
            {...register('name')}
          />
          <Controller
            name="scope"
            control={control}
            render={({ field: { value, onChange } }) => (
              <div className="field">
                <SelectField label={copy.scope} options={scopes} {...{ value, onChange }} />
                <p className="field__hint">{copy.scopeNotes[value]}</p>
              </div>
            )}
          />
          <Controller
            name="expiry"
            control={control}
            render={({ field: { value, onChange } }) => (
              <SelectField label={copy.expiry} options={expiries} {...{ value, onChange }} />
            )}
          />
          {reauthentication.fields}
          <DialogFoot leaveLabel={copy.cancel} onLeave={onClose}>
            <Button type="submit" loading={isSubmitting}>
              {reauthentication.labelOf(copy.create)}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}

function endOf(expiry: KeyExpiry): string | null {
  if (expiry === 'never') return null;
  const end = new Date();
  end.setDate(end.getDate() + Number(expiry));
  return end.toISOString();
}
