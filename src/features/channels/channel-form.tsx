/** Fields of a new channel, by kind. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy, channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { ChannelCreation } from '#store/api/api-types.ts';
import { browserName } from './browser-name.ts';
import { channelName, maxNameLength } from './channel-name.ts';

export type ChannelKind = ChannelCreation['tipo'];

/** Values of the fields, by name. */
export type ChannelDraft = Readonly<Record<FieldName, string>>;
type FieldName = 'name' | 'server' | 'topic' | 'token' | 'address';

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly hint?: string;
  readonly isUrl?: true;
  readonly schema: z.ZodMiniType<string, string>;
}

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

const nameField: Field = { name: 'name', label: channelsCopy.name, schema: channelName };
const addressField = (hint: string): Field => ({
  name: 'address',
  label: copy.address,
  hint,
  isUrl: true,
  schema: required(copy.addressMissing),
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
      schema: required(copy.serverMissing),
    },
    {
      name: 'topic',
      label: copy.topic,
      hint: copy.topicHint,
      schema: z.string().check(z.trim(), z.regex(/^[\w-]{1,64}$/, copy.topicInvalid)),
    },
    {
      name: 'token',
      label: copy.token,
      hint: copy.tokenHint,
      schema: z.string().check(z.trim()),
    },
  ],
  discord: [nameField, addressField(copy.discordHint)],
  webhook: [nameField, addressField(copy.webhookHint)],
};

/** Fields of other kinds are in the draft too: they pass as they are. */
function formOf(fields: readonly Field[]) {
  const text = z.string();
  const shape: Record<FieldName, Field['schema']> = {
    name: text,
    server: text,
    topic: text,
    token: text,
    address: text,
  };
  for (const { name, schema } of fields) shape[name] = schema;
  return z.object(shape);
}

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
  /** What the fields hold first. */
  readonly draft: ChannelDraft;
  readonly isBusy: boolean;
  readonly submitLabel?: string;
  /** Between the fields and the buttons. */
  readonly children: ReactNode;
  readonly onSubmit: (draft: ChannelDraft) => unknown;
  readonly onCancel: () => void;
}) {
  const { kind, draft, isBusy } = props;
  const fields = fieldsOf[kind];
  const { register, handleSubmit, formState } = useForm<Record<FieldName, string>>({
    defaultValues: draft,
    resolver: zodResolver(formOf(fields)),
  });
  return (
    <form
      className="ending"
      noValidate
      onSubmit={handleSubmit((values) => isBusy || props.onSubmit(values))}
    >
      {fields.map(({ name, label, hint, isUrl }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          autoComplete="off"
          autoCapitalize={name === 'name' ? undefined : 'none'}
          spellCheck={name === 'name' ? undefined : false}
          inputMode={isUrl && 'url'}
          maxLength={name === 'name' ? maxNameLength : undefined}
          readOnly={isBusy}
          error={formState.errors[name]?.message}
          {...register(name)}
        />
      ))}
      {props.children}
      <p className="modal__foot">
        <Button variant="quiet" onClick={props.onCancel}>
          {channelsCopy.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {props.submitLabel ?? submitLabels[kind]}
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
  const nombre = draft.name;
  switch (kind) {
    case 'push':
      if (subscription === null) throw new Error('no push subscription');
      return { tipo: kind, nombre, ajustes: subscription };
    case 'telegram':
      return { tipo: kind, nombre, ajustes: {} };
    case 'ntfy': {
      const { server: servidor, topic: tema, token } = draft;
      return { tipo: kind, nombre, ajustes: { servidor, tema, ...(token !== '' && { token }) } };
    }
    case 'discord':
    case 'webhook':
      return { tipo: kind, nombre, ajustes: { url: draft.address } };
  }
}
