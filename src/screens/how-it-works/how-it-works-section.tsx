/** Section of the tutorial: title on the left, explanation on the right. */
import { type ReactNode, useId } from 'react';
import styles from './how-it-works-section.module.css';

export function HowItWorksSection(props: {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.how__topic} aria-labelledby={id}>
      <div>
        <h2 className="title" id={id}>
          {props.title}
        </h2>
        {props.lead !== undefined && <p>{props.lead}</p>}
      </div>
      <div>{props.children}</div>
    </section>
  );
}
