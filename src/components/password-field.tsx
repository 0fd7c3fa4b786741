/** Password input with a show/hide button, whose accessible name says what it will do. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import styles from './password-field.module.css';
import { FieldNote } from './text-field.tsx';

interface PasswordFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** Visible labels and accessible names of the button. */
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
  const noteId = error === undefined ? undefined : `${id}-note`;
  return (
    <div className="field">
      <div className={styles.field__row}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.reveal}>
        <input
          {...input}
          id={id}
          ref={ref}
          className="input"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId}
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
      <FieldNote id={noteId} error={error} />
    </div>
  );
}
