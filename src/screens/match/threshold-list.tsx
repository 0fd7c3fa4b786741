/** The user's thresholds on a match: rule, status, and a switch to pause each. */
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { rearmCents } from '#domain/crossing.ts';
import { isClosed } from '#domain/threshold.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
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
  ruleToFormat,
  ruleValue,
  silentUntilText,
} from '#src/copy/thresholds.ts';
import { useLiveFloor } from '#src/features/prices/use-live-price.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { isWatching, silentUntil } from '#src/features/thresholds/silent-until.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type { Collectible, ThresholdStatus, Umbral } from '#store/api/api-types.ts';
import { toRule } from '#store/api/api-types.ts';
import styles from './threshold-list.module.css';

export function ThresholdList(props: {
  readonly umbrales: Readonly<Record<string, Umbral>>;
  readonly collectibles: readonly Collectible[];
  readonly onCreate: () => void;
  readonly onEdit: (editing: { readonly id: string; readonly umbral: Umbral }) => void;
}) {
  const mutation = useSettingsMutation();
  // A snooze ends by itself.
  useMinute();
  const entries = Object.entries(props.umbrales);
  const setPaused = (id: string, paused: boolean) =>
    void mutation.change({ kind: 'update', id, patch: { pausa: paused ? 'usuario' : null } });
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
        {entries.map(([id, umbral]) => (
          <ThresholdCard
            key={id}
            umbral={umbral}
            target={targetName(umbral, props.collectibles)}
            status={mutation.settings?.estados[id]}
            collectibles={props.collectibles}
            onEdit={() => props.onEdit({ id, umbral })}
            onPause={(paused) => setPaused(id, paused)}
          />
        ))}
      </ul>
      <SettingsErrorBanner mutation={mutation} />
    </section>
  );
}

interface ThresholdCardProps {
  readonly umbral: Umbral;
  readonly target: string;
  readonly status: ThresholdStatus | undefined;
  readonly collectibles: readonly Collectible[];
  readonly onEdit: () => void;
  readonly onPause: (paused: boolean) => void;
}

function ThresholdCard(props: ThresholdCardProps) {
  const { umbral, collectibles } = props;
  const targeted = useMemo(() => targetedBy(umbral, collectibles), [umbral, collectibles]);
  // The lowest among them is the value in force (docs/alerts.md, rule 3).
  const valueCents = useLiveFloor(targeted);
  const rule = ruleToFormat(umbral);
  const { condition } = rule;
  const sentence = ruleSentence(rule);
  const isActive = umbral.pausa === null;
  return (
    <li className={isWatching(umbral) ? undefined : styles.off}>
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
          <span className="price">{ruleValue(rule)}</span>
        </button>
        <br />
        <span className="meta">{statusText(props, valueCents)}</span>
        {umbral.pausa === 'plan' && (
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
        disabled={isClosed(umbral.pausa)}
        aria-label={`Avisar si ${props.target} ${sentence}`}
        onChange={(active) => props.onPause(!active)}
      />
    </li>
  );
}

function statusText({ umbral, status }: ThresholdCardProps, valueCents: number | null): string {
  const { pausa } = umbral;
  if (pausa !== null) return pausedBy[pausa];
  const until = silentUntil(umbral);
  if (until !== null) return silentUntilText(until);
  if (status?.status === 'activando') return copy.activating;
  const { condition, value, bandBp } = toRule(umbral);
  if (status?.status === 'cruzado') {
    const rearm = rearmCents({ condition, value, bandBp });
    return rearm === null ? copy.crossed : copy.crossedUntil(thresholdMoney(rearm, umbral.moneda));
  }
  const distance = distanceBp({ condition, value }, valueCents, status?.base ?? null);
  if (distance === null || distance <= 0) return copy.watching;
  return `${copy.watching}, ${copy.away(percent(distance))}`;
}

const targetedBy = ({ objetivo }: Umbral, collectibles: readonly Collectible[]): Collectible[] =>
  collectibles.filter(({ id, category }) =>
    objetivo.tipo === 'coleccionable'
      ? id === objetivo.id
      : objetivo.categoria === undefined || category === objetivo.categoria,
  );

function targetName({ objetivo }: Umbral, collectibles: readonly Collectible[]): string {
  if (objetivo.tipo === 'partido') {
    return objetivo.categoria === undefined
      ? cheapestOfMatch
      : cheapestOfCategory(objetivo.categoria);
  }
  const item = collectibles.find(({ id }) => id === objetivo.id);
  return item === undefined ? objetivo.id : collectibleName(item.category, item.name);
}
