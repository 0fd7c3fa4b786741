/** A field within the threshold's sentence, as wide as its text, with a visually hidden label. */
import { type ReactNode, type Ref, useId } from 'react';
import styles from './threshold-sentence.module.css';

export function SentenceSlot(props: {
  readonly label: string;
  /** Gives the slot its width. */
  readonly text: string;
  readonly className?: string | undefined;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <span className={`${styles.slot} ${props.className ?? ''}`} data-text={props.text}>
      <label className="vh" htmlFor={id}>
        {props.label}
      </label>
      {props.children(id)}
    </span>
  );
}

/** A choice within the sentence; its options are its children. */
export function SlotSelect(props: {
  readonly field?: Ref<HTMLSelectElement>;
  readonly label: string;
  readonly text: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <SentenceSlot label={props.label} text={props.text}>
      {(slot) => (
        <select
          ref={props.field}
          id={slot}
          value={props.value}
          onChange={(event) => props.onValue(event.target.value)}
        >
          {props.children}
        </select>
      )}
    </SentenceSlot>
  );
}
