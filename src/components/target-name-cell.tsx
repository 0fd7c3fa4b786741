/** Name cell of a list's row: the match as a link that covers the row, with its teams, and the target below it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TeamBadgePair } from './team-badge.tsx';

export function TargetNameCell(props: {
  readonly className: string | undefined;
  readonly teams: Parameters<typeof TeamBadgePair>[0];
  readonly match: string;
  readonly target: string;
  readonly to: string;
  readonly tabIndex: 0 | -1;
  /** Below the target. */
  readonly children?: ReactNode;
}) {
  const { target } = props;
  return (
    <div className={`wname ${props.className}`} role="gridcell">
      <TeamBadgePair {...props.teams} />
      <div>
        <Link to={props.to} tabIndex={props.tabIndex}>
          {props.match}
          <span className="vh">, {target}</span>
        </Link>
        <span className="meta" aria-hidden="true">
          {target}
        </span>
        {props.children}
      </div>
    </div>
  );
}
