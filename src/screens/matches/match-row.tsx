/** One match of the list: teams, when and where, what is on sale, and whether it is watched. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { ChipPair } from '#src/components/chips.tsx';
import { Price } from '#src/components/figures.tsx';
import { Icon } from '#src/components/icon.tsx';
import { count, priceParts } from '#src/copy/format.ts';
import { kickoffText } from '#src/copy/kickoff.ts';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import type { Match } from '#store/api/types.ts';
import { ChangeIn24h } from '../overview/change-in-24h.tsx';

export function MatchRow(props: {
  readonly match: Match;
  readonly watched: boolean;
  readonly working: boolean;
  readonly disabled: boolean;
  /** Why the last try did not work. */
  readonly problem: string | null;
  readonly canUpgrade: boolean;
  readonly onToggle: () => void;
}) {
  const { match, watched, problem } = props;
  const action = watched ? copy.unwatch : copy.watch;
  return (
    <li className={problem === null ? 'mrow' : 'mrow has-note'}>
      <div className="mrow__n">
        <ChipPair home={match.home} away={match.away} />
        <div>
          <Link to={`/dashboard/partidos/${match.id}`}>{match.name}</Link>
          <span className="meta">{kickoffText(match)}</span>
        </div>
      </div>
      <div className="mrow__s meta">
        {match.stage}
        <br />
        {match.venue}
      </div>
      <div className="mrow__l meta">
        <b>{count(match.collectibleCount)}</b> coleccionables
        <br />
        <b>{count(match.listings)}</b> en venta
      </div>
      <div className="num mrow__c">
        <ChangeIn24h basisPoints={match.change24hBp} />
      </div>
      <div className="num mrow__p">
        {match.floorCents === null ? (
          <span className="meta">{copy.nothingListed}</span>
        ) : (
          <>
            <span className="vh">Desde </span>
            <Price {...priceParts(match.floorCents, match.currency)} />
          </>
        )}
      </div>
      <div className="mrow__b">
        <Button
          look="outline"
          small
          className={watched ? 'is-on' : ''}
          aria-label={`${action} ${match.name}`}
          working={props.working}
          disabled={props.disabled}
          onClick={props.onToggle}
        >
          {watched && <Icon name="check" />}
          {action}
        </Button>
      </div>
      {problem !== null && (
        <p className="mrow__note" role="alert">
          {problem} {props.canUpgrade && <Link to="/dashboard/plan">{copy.seePlans}</Link>}
        </p>
      )}
    </li>
  );
}
