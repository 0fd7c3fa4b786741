/** Foot of a page: that Vigía is independent, and links to related pages. */
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { separator } from '#src/copy/format.ts';
import { independence } from '#src/copy/independence.ts';

interface PageFootProps {
  /** Address and text of each link, in order. */
  readonly links: readonly (readonly [to: string, text: string])[];
  /** Names the links as a navigation. */
  readonly label?: string;
}

export function PageFoot({ links, label }: PageFootProps) {
  const Foot = label === undefined ? 'p' : 'nav';
  return (
    <footer className="wrap">
      <Foot className="foot meta" aria-label={label}>
        {independence}
        {links.map(([to, text]) => (
          <Fragment key={to}>
            {separator}
            <Link className="hit" to={to}>
              {text}
            </Link>
          </Fragment>
        ))}
      </Foot>
    </footer>
  );
}
