/** A field within the threshold's sentence, as wide as its text, with a visually hidden label. */
import { type ReactNode, useId } from 'react';
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
