/** A team's name with its badge on a scoreboard; both teams of a board in one size, set by the longer name. */
import type { CSSProperties } from 'react';
import { TeamBadge, type TeamColors } from './team-badge.tsx';

interface Team extends TeamColors {
  readonly name: string;
}

/** Names from this length on may take two lines. */
const longestOfOneLine = 12;

/** Letters of the longest line of the two names: their font size follows from it (scoreboard-team.css). */
export function longestLine(names: readonly string[]): number {
  return Math.max(1, ...names.map(lineLength));
}

/** Length of the longer line where a long name is broken best. */
function lineLength(name: string): number {
  if (name.length <= longestOfOneLine) return name.length;
  const breaks = [...name.matchAll(/ /g)].map(({ index }) =>
    Math.max(index, name.length - index - 1),
  );
  return Math.min(name.length, ...breaks);
}

export function ScoreboardTeam(props: {
  readonly team: Team | null;
  /** Shown where the team is not known. */
  readonly fallback: string;
  readonly nameLength: number;
  readonly away?: boolean;
  /** The names are read elsewhere. */
  readonly isDecorative?: boolean;
}) {
  const { team, away = false } = props;
  const badge = team !== null && <TeamBadge team={team} />;
  return (
    <p
      className={away ? 'score__team score__team--away' : 'score__team'}
      aria-hidden={props.isDecorative ?? false}
      style={{ '--name-length': props.nameLength } as CSSProperties}
    >
      {!away && badge}
      <span>{team?.name ?? props.fallback}</span>
      {away && badge}
    </p>
  );
}
