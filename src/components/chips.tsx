/** Two bands of three colours that tell the teams apart; never an official mark. */
import type { CSSProperties } from 'react';

export interface ChipColors {
  readonly colors: readonly [string, string, string];
  readonly vertical: boolean;
}

export function Chip({ team }: { team: ChipColors }) {
  const [a, b, c] = team.colors;
  const style = { '--a': a, '--b': b, '--c': c, ...(team.vertical ? { '--dir': '90deg' } : {}) };
  return <span className="chip" style={style as CSSProperties} aria-hidden="true" />;
}

export function ChipPair({ home, away }: { home: ChipColors | null; away: ChipColors | null }) {
  if (home === null || away === null) return null;
  return (
    <span className="pair">
      <Chip team={home} />
      <Chip team={away} />
    </span>
  );
}
