/** Team colour badges: three-colour bands instead of official crests. */
import type { CSSProperties } from 'react';
import styles from './team-badge.module.css';

export interface TeamColors {
  readonly colors: readonly [string, string, string];
  readonly vertical: boolean;
}

export function TeamBadge({ team }: { team: TeamColors }) {
  const [a, b, c] = team.colors;
  const style = { '--a': a, '--b': b, '--c': c, ...(team.vertical ? { '--dir': '90deg' } : {}) };
  return <span className="chip" style={style as CSSProperties} aria-hidden="true" />;
}

export function TeamBadgePair({
  home,
  away,
}: {
  home: TeamColors | null;
  away: TeamColors | null;
}) {
  if (home === null || away === null) return null;
  return (
    <span className={styles.pair}>
      <TeamBadge team={home} />
      <TeamBadge team={away} />
    </span>
  );
}
