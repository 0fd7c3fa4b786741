/** A labelled field of several lines, with its hint or error below, tied to it. */
import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { FieldNote } from './text-field.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId();
  const note = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note}
      />
      <FieldNote id={note} error={error} hint={hint} />
    </div>
  );
}
