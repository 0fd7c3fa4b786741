/** Fields of a new channel, by kind; what is typed stays while it is being sent. */
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy, channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { ChannelCreation } from '#store/api/api-types.ts';
import { browserName } from './browser-name.ts';

export type ChannelKind = ChannelCreation['tipo'];

/** Values of the fields, by name. */
export type ChannelDraft = Readonly<Record<FieldName, string>>;
type FieldName = 'name' | 'server' | 'topic' | 'token' | 'address';

export const maxNameLength = 60;

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly hint?: string;
  readonly isUrl?: true;
  /** @returns an error message, or null */
  readonly check: (text: string) => string | null;
}

const required = (message: string) => (text: string) => (text.trim() === '' ? message : null);

const nameField: Field = {
  name: 'name',
  label: channelsCopy.name,
  check: required(channelsCopy.nameMissing),
};
const addressField = (hint: string): Field => ({
  name: 'address',
  label: copy.address,
  hint,
  isUrl: true,
  check: required(copy.addressMissing),
});

const fieldsOf: Readonly<Record<ChannelKind, readonly Field[]>> = {
  push: [nameField],
  telegram: [nameField],
  ntfy: [
    nameField,
    {
      name: 'server',
      label: copy.server,
      hint: copy.serverHint,
      isUrl: true,
      check: required(copy.serverMissing),
    },
    {
      name: 'topic',
      label: copy.topic,
      hint: copy.topicHint,
      check: (text) => (/^[\w-]{1,64}$/.test(text.trim()) ? null : copy.topicInvalid),
    },
    { name: 'token', label: copy.token, hint: copy.tokenHint, check: () => null },
  ],
  discord: [nameField, addressField(copy.discordHint)],
  webhook: [nameField, addressField(copy.webhookHint)],
};

const submitLabels: Readonly<Record<ChannelKind, string>> = {
  push: copy.askPermission,
  telegram: copy.makeLink,
  ntfy: copy.add,
  discord: copy.add,
  webhook: copy.add,
};

export const emptyDraft = (kind: ChannelKind): ChannelDraft => ({
  name: kind === 'push' ? browserName(navigator.userAgent) : copy.defaultNames[kind],
  server: 'https://ntfy.sh',
  topic: '',
  token: '',
  address: '',
});

export function ChannelForm(props: {
  readonly kind: ChannelKind;
  readonly draft: ChannelDraft;
  readonly isBusy: boolean;
  /** Between the fields and the buttons. */
  readonly children: ReactNode;
  readonly onChange: (draft: ChannelDraft) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}) {
  const { kind, draft, isBusy } = props;
  const id = useId();
  const [isChecked, setChecked] = useState(false);
  const fields = fieldsOf[kind];
  const firstInvalid = fields.find(({ name, check }) => check(draft[name]) !== null);
  return (
    <form
      className="ending"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (firstInvalid === undefined) return isBusy || props.onSubmit();
        document.getElementById(`${id}-${firstInvalid.name}`)?.focus();
      }}
    >
      {fields.map(({ name, label, hint, isUrl, check }) => (
        <TextField
          key={name}
          id={`${id}-${name}`}
          label={label}
          hint={hint}
          autoComplete="off"
          autoCapitalize={name === 'name' ? undefined : 'none'}
          spellCheck={name === 'name' ? undefined : false}
          inputMode={isUrl && 'url'}
          maxLength={name === 'name' ? maxNameLength : undefined}
          readOnly={isBusy}
          value={draft[name]}
          error={isChecked ? (check(draft[name]) ?? undefined) : undefined}
          onChange={(event) => props.onChange({ ...draft, [name]: event.target.value })}
        />
      ))}
      {props.children}
      <p className="modal__foot">
        <Button variant="quiet" onClick={props.onCancel}>
          {channelsCopy.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submitLabels[kind]}
        </Button>
      </p>
    </form>
  );
}

/** @param subscription of a browser, which it must have by then */
export function toCreation(
  kind: ChannelKind,
  draft: ChannelDraft,
  subscription: Extract<ChannelCreation, { tipo: 'push' }>['ajustes'] | null,
): ChannelCreation {
  const nombre = draft.name.trim();
  switch (kind) {
    case 'push':
      if (subscription === null) throw new Error('no push subscription');
      return { tipo: kind, nombre, ajustes: subscription };
    case 'telegram':
      return { tipo: kind, nombre, ajustes: {} };
    case 'ntfy': {
      const token = draft.token.trim();
      return {
        tipo: kind,
        nombre,
        ajustes: {
          servidor: draft.server.trim(),
          tema: draft.topic.trim(),
          ...(token !== '' && { token }),
        },
      };
    }
    case 'discord':
      return { tipo: kind, nombre, ajustes: { url: draft.address.trim() } };
    case 'webhook':
      return { tipo: kind, nombre, ajustes: { url: draft.address.trim() } };
  }
}
