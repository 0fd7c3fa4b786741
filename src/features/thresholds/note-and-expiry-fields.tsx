/** Note and expiry of the threshold form, folded away until one of them is set. */
import { useState } from 'react';
import { maxNoteLength } from '#domain/threshold.ts';
import { expiryPassed } from '#domain/threshold-refusals.ts';
import { TextField } from '#src/components/text-field.tsx';
import { calendarDay } from '#src/copy/format.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import styles from './note-and-expiry-fields.module.css';

export function NoteAndExpiryFields(props: {
  readonly note: string;
  /** Instant; null = never. */
  readonly expiresAt: string | null;
  readonly isExpiryWrong: boolean;
  readonly onNote: (note: string) => void;
  /** @param day as a date field has it; empty = never */
  readonly onExpiry: (day: string) => void;
}) {
  const { note, expiresAt, isExpiryWrong } = props;
  const [isOpen, setOpen] = useState(note !== '' || expiresAt !== null);
  return (
    <details
      className="adv"
      open={isOpen || isExpiryWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{copy.details}</summary>
      <div className={styles.adv__fields}>
        <TextField
          label={copy.note}
          hint={copy.noteHint}
          maxLength={maxNoteLength}
          autoComplete="off"
          value={note}
          onChange={(event) => props.onNote(event.target.value)}
        />
        <TextField
          label={copy.expiry}
          type="date"
          min={calendarDay(new Date())}
          max="2099-12-31"
          hint={copy.expiryHint}
          error={isExpiryWrong ? expiryPassed : undefined}
          value={expiresAt === null ? '' : calendarDay(expiresAt)}
          onChange={(event) => props.onExpiry(event.target.value)}
        />
      </div>
    </details>
  );
}
