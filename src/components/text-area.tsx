/** Labelled multi-line text field, with its hint or error linked by `aria-describedby`. */
import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { FieldNote } from './text-field.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId();
  const noteId = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
