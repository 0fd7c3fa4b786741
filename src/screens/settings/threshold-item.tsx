/** One threshold of the settings list: target, rule, status, and buttons. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Switch } from '#src/components/switch.tsx';
import { capitalizeFirst, clockTime, shortWeekdayDate } from '#src/copy/format.ts';
import { thresholdListCopy as copy } from '#src/copy/settings.ts';
import type { ThresholdStatus, Umbral } from '#store/api/api-types.ts';
import { type ThresholdName, thresholdLabel } from './use-threshold-names.ts';

export interface ThresholdItemProps {
  readonly umbral: Umbral;
  readonly name: ThresholdName;
  readonly status: ThresholdStatus | undefined;
  readonly onPause: (paused: boolean) => void;
  readonly onSnooze: (snoozed: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function ThresholdItem(props: ThresholdItemProps) {
  const { umbral, name, status } = props;
  const isActive = umbral.pausa === null;
  const isClosed = umbral.pausa === 'inicio';
  const isSilent = status?.status === 'silenciado';
  const fullName = thresholdLabel(name);
  const title = name.match ?? name.target;
  return (
    <li className={isActive ? undefined : 'off'}>
      <div className="thrlist__n">
        <b>
          {name.matchId === null ? (
            title
          ) : (
            <Link to={`/dashboard/partidos/${name.matchId}`}>{title}</Link>
          )}
        </b>
        {name.match !== null && <span className="meta">{name.target}</span>}
      </div>
      <div className="thrlist__r">
        <span className="meta">{capitalizeFirst(name.verb)}</span>{' '}
        <b className={isActive ? 'thrval' : undefined}>{name.value}</b>
        <span className={status?.status === 'cruzado' && isActive ? 'meta sig' : 'meta'}>
          {statusText(umbral, status)}
        </span>
      </div>
      <div className="thrlist__a">
        <Switch
          checked={isActive}
          disabled={isClosed}
          aria-label={`${copy.active}: ${fullName}`}
          onChange={(active) => props.onPause(!active)}
        />
        <Tool
          label={`${isSilent ? copy.unsnooze : copy.snooze}: ${fullName}`}
          pressed={isSilent}
          disabled={!isActive}
          onUse={() => props.onSnooze(!isSilent)}
        >
          <ActionIcon name="clock" />
        </Tool>
        <Tool
          label={`${copy.edit} ${fullName}`}
          disabled={name.matchId === null}
          onUse={props.onEdit}
        >
          <ActionIcon name="edit" />
        </Tool>
        <Tool label={`${copy.remove} ${fullName}`} onUse={props.onRemove}>
          <ActionIcon name="trash" />
        </Tool>
      </div>
    </li>
  );
}

function Tool(props: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onUse: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={props.pressed ? 'iconbtn iconbtn--on' : 'iconbtn'}
      aria-label={props.label}
      title={props.label.split(':')[0]}
      disabled={props.disabled}
      onClick={props.onUse}
    >
      {props.children}
    </button>
  );
}

function statusText(umbral: Umbral, status: ThresholdStatus | undefined): string {
  if (umbral.pausa !== null) return copy.pausedBy[umbral.pausa];
  if (status === undefined) return '';
  const { silenciadoHasta: until } = umbral;
  if (status.status === 'silenciado' && until !== null)
    return copy.silentUntil(`${shortWeekdayDate(until)}, ${clockTime(until)}`);
  return copy.states[status.status];
}
