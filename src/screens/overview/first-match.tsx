/** The watch list of a new account: three matches to begin with; choosing one goes on with its threshold. */
import { Link, useNavigate } from 'react-router-dom';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { MatchSuggestions } from '#src/features/onboarding/match-suggestions.tsx';
import type { Match } from '#store/api/api-types.ts';
import styles from './first-match.module.css';

export function FirstMatch({ matches }: { readonly matches: readonly Match[] }) {
  const navigate = useNavigate();
  return (
    <div className={styles.firstmatch}>
      <h3 className="headline">{copy.firstTitle}</h3>
      <p>{copy.firstLead}</p>
      <MatchSuggestions matches={matches} onChosen={() => navigate('/onboarding')} />
      <p>
        <Link className="hit" to="/dashboard/partidos">
          {copy.moreMatches}
        </Link>
      </p>
    </div>
  );
}
