/** Dialog that creates a key: its name, what it may do and until when; then the key itself, this once. */
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { keysCopy as copy, type KeyExpiry } from '#src/copy/keys.ts';
import { CopyableText } from '#src/features/channels/copyable-text.tsx';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import type { ApiKeyCreation } from '#store/api/api-types.ts';
import { useCreateKeyMutation } from '#store/api/keys-api.ts';

type Scope = ApiKeyCreation['permiso'];
const scopes = Object.entries(copy.scopes) as [Scope, string][];
/** Not `Object.entries`: it would put the numbers first. */
const expiries = (['never', '30', '90', '365'] as const).map(
  (expiry) => [expiry, copy.expiries[expiry]] as const,
);
const maxNameLength = 60;

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('lectura');
  const [expiry, setExpiry] = useState<KeyExpiry>('never');
  const [isChecked, setChecked] = useState(false);
  const [createKey, { isLoading, error, data: created }] = useCreateKeyMutation();
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isMissing) document.getElementById(`${id}-name`)?.focus();
    else if (!isLoading)
      void createKey({ nombre: name.trim(), permiso: scope, caducaEn: endOf(expiry) });
  };
  return (
    <Dialog title={copy.create} closeLabel={copy.close} onClose={onClose}>
      {created !== undefined ? (
        <div className="ending">
          <p role="status">{copy.shownOnce}</p>
          <CopyableText text={created.clave} label={copy.copyKey} />
          <p className="modal__foot">
            <Button onClick={onClose}>{copy.done}</Button>
          </p>
        </div>
      ) : (
        <form className="ending" onSubmit={submit} noValidate>
          <TextField
            id={`${id}-name`}
            label={copy.name}
            hint={copy.nameHint}
            autoComplete="off"
            maxLength={maxNameLength}
            readOnly={isLoading}
            value={name}
            error={isChecked && isMissing ? copy.nameMissing : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <div className="field">
            <SelectField
              id={`${id}-scope`}
              label={copy.scope}
              value={scope}
              options={scopes}
              onChange={setScope}
            />
            <p className="field__hint">{copy.scopeNotes[scope]}</p>
          </div>
          <SelectField
            id={`${id}-expiry`}
            label={copy.expiry}
            value={expiry}
            options={expiries}
            onChange={setExpiry}
          />
          <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
          <p className="modal__foot">
            <Button variant="quiet" onClick={onClose}>
              {copy.cancel}
            </Button>
            <Button type="submit" loading={isLoading}>
              {copy.create}
            </Button>
          </p>
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
