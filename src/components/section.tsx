/** Section of a screen with a heading, which names it. */
import type { ReactNode } from 'react';

export const Section = (props: {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <section aria-labelledby={props.id}>
    <div className="sec-h">
      <h2 className="title" id={props.id}>
        {props.title}
      </h2>
    </div>
    {props.children}
  </section>
);
