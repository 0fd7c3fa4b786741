/** Fields of a new channel, by kind. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ChannelKind } from '#domain/channels.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy } from '#src/copy/channels.ts';
import { maxNameLength } from './channel-name.ts';
import { type ChannelDraft, type Field, type FieldName, nameField } from './kind-fields.ts';
import { fieldsByKind } from './kinds.ts';

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
  const { submitLabel } = fieldsByKind[kind];
  const fields = [nameField, ...fieldsByKind[kind].fields];
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
          {props.submitLabel ?? submitLabel}
        </Button>
      </p>
    </form>
  );
}
