/** Related matches: of the same teams, then of the same city, then of the same stage. */
import { Link } from 'react-router-dom';
import { matchPath } from '#domain/app-links.ts';
import { Section } from '#src/components/section.tsx';
import { TeamBadgePair } from '#src/components/team-badge.tsx';
import { money } from '#src/copy/format.ts';
import { kickoffText } from '#src/copy/kickoff.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import type { Match } from '#store/api/api-types.ts';
import { useGetMatchListInfiniteQuery } from '#store/api/match-list-api.ts';
import styles from './related-matches.module.css';

const maxShown = 4;

export function RelatedMatches({ match }: { readonly match: Match }) {
  // The first page of the match list, which is usually cached.
  const { data } = useGetMatchListInfiniteQuery({ sort: 'kickoff' });
  const related = relatedTo(
    match,
    data?.pages.flatMap(({ items }) => items),
  );
  if (related.length === 0) return null;
  return (
    <Section id="related" title={copy.related}>
      <ul className={styles.related}>
        {related.map((other) => (
          <li key={other.id} className="mrow__n">
            <TeamBadgePair home={other.home} away={other.away} />
            <div>
              <Link to={matchPath(other.id)}>{other.name}</Link>
              <span className="meta">{kickoffText(other)}</span>
            </div>
            <span className="meta">
              {other.floorCents === null
                ? copy.nothingListed
                : copy.from(money(other.floorCents, other.currency))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The closest relation first, then by kick-off; without finished matches. */
function relatedTo(match: Match, all: readonly Match[] = []): Match[] {
  const teams = new Set([match.home?.name, match.away?.name]);
  teams.delete(undefined);
  const relationRank = (other: Match): number => {
    if (teams.has(other.home?.name) || teams.has(other.away?.name)) return 0;
    if (other.city === match.city) return 1;
    return other.stage !== null && other.stage === match.stage ? 2 : 3;
  };
  return all
    .filter(
      (other) => other.id !== match.id && other.status !== 'finished' && relationRank(other) < 3,
    )
    .sort((a, b) => relationRank(a) - relationRank(b))
    .slice(0, maxShown);
}
