/** One suggested match: teams, days left, what is on sale, and the button that watches it. */
import { Button } from '#src/components/button.tsx';
import { TeamBadgePair } from '#src/components/team-badge.tsx';
import { count, money } from '#src/copy/format.ts';
import { kickoffText } from '#src/copy/kickoff.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import type { Match } from '#store/api/api-types.ts';
import styles from './match-suggestion.module.css';
import { daysLeft } from './suggest-matches.ts';

export function MatchSuggestion(props: {
  readonly match: Match;
  readonly nowMs: number;
  readonly isWatched: boolean;
  readonly isWorking: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
}) {
  const { match } = props;
  const days = daysLeft(match, props.nowMs);
  const label = props.isWatched ? copy.chosen : copy.choose;
  return (
    <li>
      <span>
        <TeamBadgePair home={match.home} away={match.away} />
      </span>
      <span>
        <b>{match.name}</b>
        <span className="meta">{kickoffText(match)}</span>
      </span>
      <span className={`meta ${styles.obmatches__f}`}>
        {days !== null && (
          <>
            <b>{copy.daysLeft(days)}</b>
            {' · '}
          </>
        )}
        {copy.onSale(count(match.listings))}
        <br />
        {match.floorCents !== null && copy.from(money(match.floorCents, match.currency))}{' '}
        <ChangeIn24h basisPoints={match.change24hBp} />
      </span>
      <Button
        variant="outline"
        small
        aria-label={`${label}: ${match.name}`}
        loading={props.isWorking}
        disabled={props.isDisabled}
        onClick={props.onChoose}
      >
        {label}
      </Button>
    </li>
  );
}
