/** Form of a channel: its name, and what its kind asks for. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { DialogFoot } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy } from '#src/copy/channels.ts';
import { type ChannelDraft, type Field, type FieldName, nameField } from './kind-fields.ts';

const maxNameLength = 60;

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
  /** Beside its name. */
  readonly fields: readonly Field[];
  /** What the fields hold first. */
  readonly draft: ChannelDraft;
  readonly isBusy: boolean;
  readonly submitLabel: string;
  /** Between the fields and the buttons. */
  readonly children: ReactNode;
  readonly onSubmit: (draft: ChannelDraft) => unknown;
  readonly onCancel: () => void;
}) {
  const { draft, isBusy } = props;
  const fields = [nameField, ...props.fields];
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
      <DialogFoot leaveLabel={channelsCopy.cancel} onLeave={props.onCancel}>
        <Button type="submit" loading={isBusy}>
          {props.submitLabel}
        </Button>
      </DialogFoot>
    </form>
  );
}
