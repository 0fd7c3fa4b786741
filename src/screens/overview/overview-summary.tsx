/** Scoreboard of the overview: the next watched match, or of the market, with its countdown, and the key figures. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { longestLine, ScoreboardTeam } from '#src/components/scoreboard-team.tsx';
import { clockTime, count, percent, shortWeekdayDate } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type { Match } from '#store/api/api-types.ts';
import styles from './overview-summary.module.css';

/** What a new account sees instead: its plan, and the market. */
export interface MarketFigures {
  readonly maxMatches: number | null;
  readonly maxThresholds: number | null;
  readonly matches: number | null;
  readonly listings: number | null;
}

export interface OverviewSummaryProps {
  /** undefined: none; null: not known yet. */
  readonly next: Match | undefined | null;
  /** Otherwise it is the market's. */
  readonly isNextWatched: boolean;
  /** Set while nothing is watched. */
  readonly market?: MarketFigures | undefined;
  /** These three: null while not known. */
  readonly watched: number | null;
  readonly crossed: number | null;
  readonly near: number | null;
  /** Largest fall in 24 hours, in basis points; null without one. */
  readonly fallBp: number | null;
}

export function OverviewSummary(props: OverviewSummaryProps) {
  const { market, watched, crossed, near, fallBp } = props;
  const next = (
    <NextMatch
      match={props.next}
      title={props.isNextWatched ? copy.nextMatch : copy.nextOfMarket}
    />
  );
  if (market !== undefined)
    return (
      <section className="board score" aria-label={copy.board}>
        {next}
        <div className={styles.score__stats}>
          <Stat label={copy.watchedMatches} max={market.maxMatches}>
            {watched}
          </Stat>
          <Stat label={copy.thresholds} max={market.maxThresholds}>
            {watched === null ? null : 0}
          </Stat>
          <Stat label={copy.matchesInMarket}>{market.matches}</Stat>
          <Stat label={copy.onSale}>{market.listings}</Stat>
        </div>
      </section>
    );
  return (
    <section className="board score" aria-label={copy.board}>
      {next}
      <div className={styles.score__stats}>
        <Stat label={copy.watchedMatches}>{watched}</Stat>
        <Stat label={copy.crossed(crossed ?? 0)} signal={(crossed ?? 0) > 0}>
          {crossed}
        </Stat>
        <Stat label={copy.near}>{near}</Stat>
        <div className={styles.stat}>
          <span className="label">{copy.biggestFall}</span>
          {fallBp === null ? (
            <span className="fig">—</span>
          ) : (
            <span className={`fig ${styles.dn}`}>
              <svg className="tri" viewBox="0 0 10 10" aria-hidden="true">
                <path d="M5 9.200.2.8h9.600z" />
              </svg>
              <Percentage text={percent(fallBp)} />
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

function Stat(props: {
  label: string;
  signal?: boolean;
  max?: number | null;
  children: number | null;
}) {
  return (
    <div className={props.signal ? `${styles.stat} ${styles['stat--signal']}` : styles.stat}>
      <span className="label">{props.label}</span>
      <span className="fig">
        {props.children === null ? '—' : count(props.children)}
        {props.max != null && <small> {copy.outOf(props.max)}</small>}
      </span>
    </div>
  );
}

/** The sign smaller than the figure, as on a scoreboard. */
function Percentage({ text }: { readonly text: string }) {
  const [figure, sign] = text.split('\u00A0');
  return (
    <>
      {figure}
      <small>&nbsp;{sign}</small>
    </>
  );
}

function NextMatch({ match, title }: { match: Match | undefined | null; title: string }) {
  if (match == null || match.kickoffAt === null) {
    return (
      <div className={styles.score__next}>
        <p className="label">
          <span>{title}</span>
        </p>
        <p className="score__team">{match === null ? '—' : (match?.name ?? copy.noNext)}</p>
      </div>
    );
  }
  const { home, away, kickoffAt, venue } = match;
  const nameLength = longestLine([home?.name ?? match.name, away?.name ?? '']);
  return (
    <div className={styles.score__next}>
      <p className="label">
        <span>{title}</span>
        <span>
          {capitalizeFirst(shortWeekdayDate(kickoffAt))}, {clockTime(kickoffAt)}
          <span className="hide-s"> · {venue ?? match.city}</span>
        </span>
      </p>
      <ScoreboardTeam team={home} fallback={match.name} nameLength={nameLength} />
      <Countdown until={kickoffAt} />
      <ScoreboardTeam team={away} fallback="" nameLength={nameLength} away />
    </div>
  );
}

/** Updates once a minute. */
function Countdown({ until }: { until: string }) {
  const now = useMinute();
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now) / 60_000));
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const rest = minutes % 60;
  return (
    <div className="flaps" role="timer" aria-label={copy.startsIn(days, hours, rest)}>
      <Flap value={days} unit="días" />
      <Flap value={hours} unit="horas" />
      <Flap value={rest} unit="min" />
    </div>
  );
}

function Flap({ value, unit }: { value: number; unit: string }) {
  const [tens = '0', ones = '0'] = String(Math.min(value, 99)).padStart(2, '0');
  return (
    <span>
      <span className="flap" aria-hidden="true">
        <b>{tens}</b>
        <b>{ones}</b>
      </span>
      <i aria-hidden="true">{unit}</i>
    </span>
  );
}
