/** Labelled text field; a hint, or the error in its place, is linked by `aria-describedby`. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { Icon } from './icon.tsx';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, ref, id: inputId, ...input }: TextFieldProps) {
  const generatedId = useId();
  const id = inputId ?? generatedId;
  const noteId = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={ref}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

export function FieldNote({
  id,
  error,
  hint,
}: {
  readonly id: string | undefined;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
}) {
  if (error !== undefined) {
    return (
      <p className="field__error" id={id}>
        <Icon name="warning" />
        {error}
      </p>
    );
  }
  return hint === undefined ? null : (
    <p className="field__hint" id={id}>
      {hint}
    </p>
  );
}
