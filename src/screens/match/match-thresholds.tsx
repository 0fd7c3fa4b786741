/** The user's thresholds on a match: rule, status, and a switch to pause each. */
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { rearmCents } from '#domain/crossing.ts';
import { isOwnersToPause } from '#domain/threshold.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import { collectiblesOf } from '#domain/threshold-target.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Switch } from '#src/components/switch.tsx';
import { percent, thresholdMoney } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import {
  cheapestOfCategory,
  cheapestOfMatch,
  collectibleName,
  conditionVerbs,
  ruleSentence,
  ruleValue,
  silentUntilText,
} from '#src/copy/thresholds.ts';
import { useLiveFloor } from '#src/features/prices/use-live-price.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { isWatching, silentUntil } from '#src/features/thresholds/silent-until.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type {
  Collectible,
  Threshold,
  ThresholdItem,
  ThresholdStatus,
} from '#store/api/api-types.ts';
import styles from './match-thresholds.module.css';

export function MatchThresholds(props: {
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly collectibles: readonly Collectible[];
  readonly onCreate: () => void;
  readonly onEdit: (editing: Pick<ThresholdItem, 'id' | 'threshold'>) => void;
}) {
  const mutation = useSettingsMutation();
  // A snooze ends by itself.
  useMinute();
  const entries = Object.entries(props.umbrales);
  const setPaused = (id: string, paused: boolean) =>
    void mutation.change({ kind: 'change', id, patch: { pause: paused ? 'user' : null } });
  return (
    <section aria-labelledby="thresholds">
      <div className="sec-h">
        <h2 className="title" id="thresholds">
          {copy.yourThresholds}
        </h2>
        <div className="end pinned">
          <Button variant="outline" small onClick={props.onCreate}>
            <Icon name="plus" />
            {copy.createThreshold}
          </Button>
        </div>
      </div>
      {entries.length === 0 && <p className="meta">{copy.noThresholds}</p>}
      <ul className={styles.thrcard}>
        {entries.map(([id, threshold]) => (
          <ThresholdCard
            key={id}
            threshold={threshold}
            target={targetName(threshold, props.collectibles)}
            status={mutation.settings?.states[id]}
            collectibles={props.collectibles}
            onEdit={() => props.onEdit({ id, threshold })}
            onPause={(paused) => setPaused(id, paused)}
          />
        ))}
      </ul>
      <SettingsErrorBanner mutation={mutation} />
    </section>
  );
}

interface ThresholdCardProps {
  readonly threshold: Threshold;
  readonly target: string;
  readonly status: ThresholdStatus | undefined;
  readonly collectibles: readonly Collectible[];
  readonly onEdit: () => void;
  readonly onPause: (paused: boolean) => void;
}

function ThresholdCard(props: ThresholdCardProps) {
  const { threshold, collectibles } = props;
  const targeted = useMemo(
    () => collectiblesOf(collectibles, threshold.target),
    [threshold, collectibles],
  );
  // The lowest among them is the value in force (docs/alerts.md, rule 3).
  const valueCents = useLiveFloor(targeted);
  const { condition } = threshold;
  const sentence = ruleSentence(threshold);
  const isActive = threshold.pause === null;
  return (
    <li className={isWatching(threshold) ? undefined : styles.off}>
      <div>
        <span className="meta">
          {props.target}, si {conditionVerbs[condition]}
        </span>
        <br />
        <button
          type="button"
          className="linkbtn hit"
          onClick={props.onEdit}
          aria-label={`Editar umbral: ${props.target} ${sentence}`}
        >
          <span className="price">{ruleValue(threshold)}</span>
        </button>
        <br />
        <span className="meta">{statusText(props, valueCents)}</span>
        {threshold.pause === 'plan' && (
          <>
            {' '}
            <Link className="meta" to="/dashboard/plan">
              {copy.seePlans}
            </Link>
          </>
        )}
      </div>
      <Switch
        checked={isActive}
        disabled={!isOwnersToPause(threshold.pause)}
        aria-label={`Avisar si ${props.target} ${sentence}`}
        onChange={(active) => props.onPause(!active)}
      />
    </li>
  );
}

function statusText({ threshold, status }: ThresholdCardProps, valueCents: number | null): string {
  const { pause } = threshold;
  if (pause !== null) return pausedBy[pause];
  const until = silentUntil(threshold);
  if (until !== null) return silentUntilText(until);
  if (status?.status === 'starting') return copy.activating;
  if (status?.status === 'crossed') {
    const rearm = rearmCents(threshold, status.base);
    return rearm === null
      ? copy.crossed
      : copy.crossedUntil(thresholdMoney(rearm, threshold.currency));
  }
  const distance = distanceBp(threshold, valueCents, status?.base ?? null);
  if (distance === null || distance <= 0) return copy.watching;
  return `${copy.watching}, ${copy.away(percent(distance))}`;
}

function targetName({ target }: Threshold, collectibles: readonly Collectible[]): string {
  if (target.kind === 'match') {
    return target.category === null ? cheapestOfMatch : cheapestOfCategory(target.category);
  }
  const item = collectibles.find(({ id }) => id === target.id);
  return item === undefined ? target.id : collectibleName(item.category, item.name);
}
