/** One match of the list: teams, kick-off, venue, listings, floor and watch button. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { matchPath, watchedMatchesPath } from '#domain/app-links.ts';
import { Button } from '#src/components/button.tsx';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { Icon } from '#src/components/icon.tsx';
import { TeamBadgePair } from '#src/components/team-badge.tsx';
import { count, priceParts } from '#src/copy/format.ts';
import { kickoffText } from '#src/copy/kickoff.ts';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import { useLiveMatches } from '#src/features/prices/use-live-price.ts';
import type { Match } from '#store/api/api-types.ts';
import { selectLiveFloor } from '#store/api/match-list-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import styles from './match-row.module.css';

export interface MatchRowProps {
  readonly match: Match;
  /** What it opens with; undefined: what it always does. */
  readonly collectibleId: string | undefined;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly watched: boolean;
  readonly working: boolean;
  readonly disabled: boolean;
  /** Error of the last attempt. */
  readonly error: string | null;
  readonly canUpgrade: boolean;
  /** Watched a moment ago: offers its threshold. */
  readonly offersThreshold: boolean;
  readonly onToggle: (matchId: string, isWatched: boolean) => void;
  readonly onAddThreshold: (matchId: string) => void;
}

/** Memoised: the list may have ten thousand rows. */
export const MatchRow = memo(function MatchRow(props: MatchRowProps) {
  const { match, watched, error, tabIndex } = props;
  const offersThreshold = props.offersThreshold && watched && error === null;
  const action = watched ? copy.unwatch : copy.watch;
  return (
    <div
      className={
        error === null && !offersThreshold ? styles.mrow : `${styles.mrow} ${styles['has-note']}`
      }
      role="row"
      aria-rowindex={props.rowIndex}
    >
      <div className="mrow__n" role="gridcell">
        <TeamBadgePair home={match.home} away={match.away} />
        <div>
          <Link to={matchPath(match.id, { collectible: props.collectibleId })} tabIndex={tabIndex}>
            {match.name}
          </Link>
          <span className="meta">{kickoffText(match)}</span>
        </div>
      </div>
      <div className={`${styles.mrow__s} meta`} role="gridcell">
        {match.stage}
        <br />
        {match.venue}
      </div>
      <div className={`${styles.mrow__l} meta`} role="gridcell">
        <b>{count(match.collectibleCount)}</b> {copy.collectibles(match.collectibleCount)}
        <br />
        <b>{count(match.listings)}</b> en venta
      </div>
      <div className={`num ${styles.mrow__c}`} role="gridcell">
        <ChangeIn24h basisPoints={match.change24hBp} />
      </div>
      <div className={`num ${styles.mrow__p}`} role="gridcell">
        <Floor match={match} />
      </div>
      <div className={styles.mrow__b} role="gridcell">
        <Button
          variant="outline"
          small
          className={watched ? styles['is-on'] : ''}
          aria-label={`${action} ${match.name}`}
          tabIndex={tabIndex}
          loading={props.working}
          disabled={props.disabled}
          onClick={() => props.onToggle(match.id, !watched)}
        >
          <Icon name={watched ? 'check' : 'eye'} />
          {action}
        </Button>
      </div>
      {offersThreshold && (
        <div className={`${styles.mrow__note} banner`} role="gridcell">
          <Icon name="line" />
          <p role="status">{copy.watchedNow}</p>
          <span className={styles.mrow__acts}>
            <Button
              small
              aria-label={`${copy.addLine}: ${match.name}`}
              tabIndex={tabIndex}
              onClick={() => props.onAddThreshold(match.id)}
            >
              {copy.addLine}
            </Button>
          </span>
        </div>
      )}
      {error !== null && (
        <div className={`${styles.mrow__note} banner`} role="gridcell">
          <Icon name="info" />
          <p role="alert">{error}</p>
          {props.canUpgrade && (
            <span className={styles.mrow__acts}>
              <Link
                className="btn btn--outline btn--sm"
                to={watchedMatchesPath}
                tabIndex={tabIndex}
              >
                {copy.seeWatched}
              </Link>
              <Link className="btn btn--quiet btn--sm" to="/dashboard/plan" tabIndex={tabIndex}>
                {copy.seePlans}
              </Link>
            </span>
          )}
        </div>
      )}
    </div>
  );
});

/** The lower of the loaded and the live floor. */
function Floor({ match }: { match: Match }) {
  useLiveMatches([match.id]);
  const live = useAppSelector((state) => selectLiveFloor(state, match.id)?.cents);
  const cents =
    live === undefined || match.floorCents === null
      ? (live ?? match.floorCents)
      : Math.min(live, match.floorCents);
  if (cents === null) return <span className="meta">{copy.nothingListed}</span>;
  return (
    <>
      <span className="vh">Desde </span>
      <FlashingPrice cents={cents} {...priceParts(cents, match.currency)} />
    </>
  );
}
