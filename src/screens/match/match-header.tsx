/** Header of a match as a scoreboard: teams, kick-off, venue, and the watch button. */
import { Button } from '#src/components/button.tsx';
import { longestLine, ScoreboardTeam } from '#src/components/scoreboard-team.tsx';
import { clockTime, count, separator, shortWeekdayDate, weekdayDate } from '#src/copy/format.ts';
import { timeUntil, zoneText } from '#src/copy/kickoff.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type { Match } from '#store/api/api-types.ts';
import styles from './match-header.module.css';

export function MatchHeader({ match }: { match: Match }) {
  const mutation = useSettingsMutation();
  const watched = mutation.settings?.configuracion.partidos.includes(match.id) ?? match.watched;
  const toggle = () =>
    void mutation.change({ kind: 'watch', matchId: match.id, isWatched: !watched });
  const now = useMinute();
  const until = match.kickoffAt !== null && timeUntil(match.kickoffAt, now);
  const zone = zoneText(match);
  const nameLength = longestLine([match.home?.name ?? match.name, match.away?.name ?? '']);
  return (
    <>
      <section className={`board ${styles.mboard}`} aria-label={copy.board}>
        <h1 className="vh">{match.name}</h1>
        <ScoreboardTeam
          team={match.home}
          fallback={match.name}
          nameLength={nameLength}
          isDecorative
        />
        <div className={styles.mboard__mid}>
          <span className="label">{match.stage}</span>
          {match.kickoffAt !== null && (
            <>
              <KickoffFlaps kickoffAt={match.kickoffAt} />
              <span className={`meta ${styles.mboard__when}`}>
                <span className="hide-s">{weekdayDate(match.kickoffAt)}</span>
                <span className={styles.mboard__day}>{shortWeekdayDate(match.kickoffAt)}</span>
                {until && (
                  <>
                    <span className="hide-s">{separator}</span>
                    <span>{until}</span>
                  </>
                )}
              </span>
            </>
          )}
        </div>
        <ScoreboardTeam team={match.away} fallback="" nameLength={nameLength} away isDecorative />
        <div className={styles.mboard__foot}>
          <p className={styles.mboard__facts}>
            <span>
              <span className="hide-s">{copy.venue} </span>
              <b>{[match.venue, match.city].filter(Boolean).join(', ')}</b>
            </span>
            {zone !== null && (
              <span>
                {copy.hour} <b>{zone}</b>
              </span>
            )}
            <span className="hide-s">
              {copy.onSale} <b>{count(match.listings)}</b>
            </span>
          </p>
          <Button
            variant="board"
            loading={mutation.saving}
            disabled={mutation.settings === undefined}
            onClick={toggle}
          >
            {watched ? copy.unwatch : copy.watch}
          </Button>
        </div>
      </section>
      <SettingsErrorBanner mutation={mutation} />
    </>
  );
}

function KickoffFlaps({ kickoffAt }: { kickoffAt: string }) {
  const [hours = '', minutes = ''] = clockTime(kickoffAt).split(':');
  const tiles = (text: string) => (
    <span>
      <span className="flap" aria-hidden="true">
        <b>{text[0]}</b>
        <b>{text[1]}</b>
      </span>
    </span>
  );
  return (
    <span className={`flaps ${styles['flaps--time']}`}>
      <span className="vh">{clockTime(kickoffAt)}</span>
      {tiles(hours)}
      <b className={styles.colon} aria-hidden="true">
        :
      </b>
      {tiles(minutes)}
    </span>
  );
}
