/** The threshold being made as a ticket: match, rule, the price now, its distance and how often it would have fired. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { distanceBp, isCrossedAt } from '#domain/threshold-distance.ts';
import { clockTime, percent, shortWeekdayDate, thresholdMoney } from '#src/copy/format.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { everyText } from '#src/copy/settings.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import { useLiveFloor } from '#src/features/prices/use-live-price.ts';
import { useBacktestFirings } from '#src/features/thresholds/use-debounced-preview.ts';
import type { Collectible, Match, ThresholdDraft } from '#store/api/api-types.ts';
import { useProfile } from '#store/use-profile.ts';
import styles from './first-alert-ticket.module.css';

export function FirstAlertTicket(props: {
  readonly match: Match;
  readonly collectibles: readonly Collectible[];
  readonly threshold: ThresholdDraft | null;
}) {
  const { match, threshold } = props;
  const firings = useBacktestFirings(threshold);
  const { data: profile } = useProfile();
  const targets = props.collectibles.filter(
    ({ id }) => threshold?.target.kind !== 'collectible' || threshold.target.id === id,
  );
  const nowCents = useLiveFloor(targets);
  if (threshold === null) return null;
  const [only] = targets.length === 1 ? targets : [];
  const figures = [
    [copy.ticketNow, nowCents === null ? '—' : thresholdMoney(nowCents, match.currency)],
    [copy.ticketAway, distanceText(threshold, nowCents)],
    [copy.ticketTimes, firings === null ? '\u00A0' : thresholdFormCopy.firings(firings)],
    [
      copy.ticketEvery,
      profile === undefined ? '\u00A0' : everyText(profile.configuracion.frecuencia),
    ],
  ];
  return (
    <aside className={styles.obt} aria-label={copy.ticket}>
      <div className="ticket-shadow">
        <article className="ticket">
          <div className={styles.obt__top}>
            <p className="label">{copy.ticket}</p>
            <p className="title">{match.name}</p>
            <p className="meta">
              {only !== undefined && `${categoryName(only.category)} · `}
              {match.kickoffAt !== null &&
                `${shortWeekdayDate(match.kickoffAt)}, ${clockTime(match.kickoffAt)}`}
            </p>
            <p className={`${styles.obt__say} thrval`}>
              {capitalizeFirst(ruleSentence(threshold))}
            </p>
          </div>
          <div className="perf" />
          <dl className={`kv ${styles.obt__bot}`}>
            {figures.map(([label, figure]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </article>
      </div>
    </aside>
  );
}

/** How far the price has to go; a change has no base yet. */
function distanceText(threshold: ThresholdDraft, nowCents: number | null): string {
  const distance = distanceBp(threshold, nowCents, null);
  if (distance === null) return '—';
  return isCrossedAt(distance) ? copy.ticketCrossed : percent(distance);
}
