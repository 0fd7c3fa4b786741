/** A password with a button that shows it; the button's name says what pressing it does. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { FieldNote } from './text-field.tsx';

interface PasswordFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** Words of the button, visible and spoken. */
  readonly words: {
    readonly show: string;
    readonly hide: string;
    readonly showName: string;
    readonly hideName: string;
  };
  readonly ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ label, error, aside, words, ref, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const note = error === undefined ? undefined : `${id}-note`;
  return (
    <div className="field">
      <div className="field__row">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="reveal">
        <input
          {...input}
          id={id}
          ref={ref}
          className="input"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note}
        />
        <button
          type="button"
          aria-controls={id}
          aria-label={shown ? words.hideName : words.showName}
          onClick={() => setShown(!shown)}
        >
          {shown ? words.hide : words.show}
        </button>
      </div>
      <FieldNote id={note} error={error} />
    </div>
  );
}
