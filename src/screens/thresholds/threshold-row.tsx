/** One threshold of the list: target, price, distance to the line, last alert, and its actions. */
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isResumable } from '#domain/threshold.ts';
import { distanceBp, isCrossedAt, isNearAt } from '#domain/threshold-distance.ts';
import { ActionButton } from '#src/components/action-button.tsx';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { MenuButton } from '#src/components/menu-button.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TargetName } from '#src/components/target-name.tsx';
import { longDateTime, priceParts, relativeTime } from '#src/copy/format.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { ruleSentence, ruleToFormat, targetLabel } from '#src/copy/thresholds.ts';
import { MarketPageIconLink } from '#src/features/prices/market-page-link.tsx';
import { useLiveMatches } from '#src/features/prices/use-live-price.ts';
import { silentUntil } from '#src/features/thresholds/silent-until.ts';
import type { SnoozeChoice } from '#src/features/thresholds/snooze-until.ts';
import { ThresholdDistance } from '#src/features/thresholds/threshold-distance.tsx';
import { type ThresholdItem, toRule } from '#store/api/api-types.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import thresholdListStyles from './threshold-list.module.css';
import thresholdRowStyles from './threshold-row.module.css';

export interface ThresholdRowActions {
  readonly onSelect: (id: string, isSelected: boolean) => void;
  readonly onPause: (item: ThresholdItem, isPaused: boolean) => void;
  /** null: no longer. */
  readonly onSnooze: (item: ThresholdItem, choice: SnoozeChoice | null) => void;
  readonly onEdit: (item: ThresholdItem) => void;
  readonly onRemove: (item: ThresholdItem) => void;
}

/** Memoised: the list may have ten thousand rows. */
export const ThresholdRow = memo(function ThresholdRow(props: {
  readonly item: ThresholdItem;
  readonly isSelected: boolean;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly actions: ThresholdRowActions;
}) {
  const { tabIndex, actions } = props;
  const item = useLiveValue(props.item);
  const { id, umbral, estado } = item;
  const isActive = umbral.pausa === null;
  const isSnoozed = silentUntil(umbral) !== null;
  const target = targetLabel(umbral.objetivo, {
    category: item.categoria ?? '',
    name: item.parte ?? '',
  });
  const name = `${item.partido}, ${target}, ${ruleSentence(ruleToFormat(umbral))}`;
  const distance = distanceOf(item);
  const state = isCrossedAt(distance) ? ' is-crossed' : isNearAt(distance) ? ' is-near' : '';
  return (
    <div
      className={`vrow ${thresholdRowStyles.trow}${state}${isActive ? '' : ' is-off'}`}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
    >
      <div className="trow__k" role="gridcell">
        <label className={thresholdListStyles.trow__chk}>
          <span className="vh">{copy.select(name)}</span>
          <input
            type="checkbox"
            checked={props.isSelected}
            tabIndex={tabIndex}
            onChange={(event) => actions.onSelect(id, event.target.checked)}
          />
        </label>
      </div>
      <TargetName
        className={thresholdRowStyles.trow__n}
        teams={{ home: item.local, away: item.visitante }}
        match={item.partido}
        target={target}
        to={chartUrlOf(item)}
        tabIndex={tabIndex}
      >
        <Details umbral={umbral} />
      </TargetName>
      <div className={`num ${thresholdRowStyles.trow__p}`} role="gridcell">
        {item.valorActual === null ? (
          <span className="meta">{copy.nothingListed}</span>
        ) : (
          <FlashingPrice
            cents={item.valorActual}
            {...priceParts(item.valorActual, umbral.moneda)}
          />
        )}
      </div>
      <Distance item={item} distance={distance} />
      <div className={`${thresholdRowStyles.trow__l} meta`} role="gridcell">
        <LastAlert item={item} tabIndex={tabIndex} />
      </div>
      <div className="trow__a" role="gridcell">
        <Switch
          checked={isActive}
          disabled={(!isActive && !isResumable(umbral.pausa)) || estado.status === 'cerrado'}
          tabIndex={tabIndex}
          aria-label={`${copy.active}: ${name}`}
          onChange={(active) => actions.onPause(item, !active)}
        />
        <SnoozeMenu
          label={`${copy.snooze}: ${name}`}
          className={isSnoozed ? `iconbtn ${thresholdRowStyles['is-pressed']}` : 'iconbtn'}
          disabled={!isActive || estado.status === 'cerrado'}
          tabIndex={tabIndex}
          isSnoozed={isSnoozed}
          onSnooze={(choice) => actions.onSnooze(item, choice)}
        >
          <ActionIcon name="silence" />
        </SnoozeMenu>
        <ActionButton
          icon="edit"
          label={`${copy.edit} ${name}`}
          title={copy.edit}
          tabIndex={tabIndex}
          onClick={() => actions.onEdit(item)}
        />
        <ActionButton
          icon="trash"
          label={`${copy.remove} ${name}`}
          title={copy.remove}
          tabIndex={tabIndex}
          onClick={() => actions.onRemove(item)}
        />
        <MarketPageIconLink
          url={item.url}
          target={`${item.partido}, ${target}`}
          tabIndex={tabIndex}
        />
      </div>
    </div>
  );
});

/** Expiry and note, on a line of their own. */
function Details({ umbral: { nota, caducaEn, pausa } }: Pick<ThresholdItem, 'umbral'>) {
  // What has expired says so in place of the distance.
  const expiry = caducaEn !== undefined && pausa !== 'caducado' ? copy.expires(caducaEn) : null;
  if (nota === undefined && expiry === null) return null;
  return (
    <span className={`meta ${thresholdRowStyles.trow__d}`}>
      {expiry}
      {nota !== undefined && (
        <>
          {expiry !== null && ' · '}
          <span className="vh">{copy.note}: </span>
          <q title={nota}>{nota}</q>
        </>
      )}
    </span>
  );
}

/** Menu of how long to be silent. */
export function SnoozeMenu(props: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly isSnoozed: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
  readonly opensUp?: boolean;
  readonly onSnooze: (choice: SnoozeChoice | null) => void;
}) {
  const { isSnoozed, onSnooze, ...button } = props;
  const choices = Object.entries(copy.snoozes) as [SnoozeChoice, string][];
  return (
    <MenuButton
      {...button}
      items={[
        ...choices.map(([choice, label]) => ({ label, onChoose: () => onSnooze(choice) })),
        ...(isSnoozed ? [{ label: copy.unsnooze, onChoose: () => onSnooze(null) }] : []),
      ]}
    />
  );
}

function Distance({ item, distance }: { item: ThresholdItem; distance: number | null }) {
  const { umbral, valorActual } = item;
  const rule = ruleToFormat(umbral);
  const status = statusText(item);
  if (distance === null || valorActual === null)
    return (
      <div className="dist" role="gridcell">
        <span className={`dist__say ${thresholdRowStyles['dist__say--only']}`}>
          <b>{status ?? copy.statuses[item.estado.status]}</b> · {ruleSentence(rule)}
        </span>
      </div>
    );
  return <ThresholdDistance rule={rule} cents={valorActual} distance={distance} />;
}

/** What is said instead of the distance; null where that is shown. */
function statusText({ umbral, estado, valorActual }: ThresholdItem): string | null {
  if (umbral.pausa === 'caducado' && umbral.caducaEn !== undefined)
    return copy.expired(umbral.caducaEn);
  if (umbral.pausa !== null) return copy.pausedBy[umbral.pausa];
  if (estado.status === 'cerrado') return copy.closed;
  const until = silentUntil(umbral);
  if (until !== null) return copy.silentUntil(until);
  if (estado.status === 'activando') return copy.activating;
  return valorActual === null ? copy.nothingListed : null;
}

function LastAlert({ item, tabIndex }: { item: ThresholdItem; tabIndex: 0 | -1 }) {
  const { id, ultimaAlerta } = item;
  return (
    <>
      <span className={thresholdRowStyles.trow__lh}>{copy.head.lastAlert}: </span>
      {ultimaAlerta === null ? (
        copy.never
      ) : (
        <Link className="hit" to={`/dashboard/alertas?umbral=${id}`} tabIndex={tabIndex}>
          <time dateTime={ultimaAlerta} title={longDateTime(ultimaAlerta)}>
            {relativeTime(ultimaAlerta)}
          </time>
        </Link>
      )}
    </>
  );
}

/** null also where something else is said instead: paused, silent. */
const distanceOf = (item: ThresholdItem): number | null =>
  statusText(item) === null
    ? distanceBp(toRule(item.umbral), item.valorActual, item.estado.base)
    : null;

/** With the live price of a collectible; the cheapest of a match comes with the list. */
function useLiveValue(item: ThresholdItem): ThresholdItem {
  const { objetivo } = item.umbral;
  useLiveMatches(objetivo.tipo === 'coleccionable' ? [item.partidoId] : []);
  const live = useAppSelector((state) =>
    objetivo.tipo === 'coleccionable'
      ? livePriceOf(selectLivePrices(state), objetivo.id)?.floorCents
      : undefined,
  );
  return live === undefined ? item : { ...item, valorActual: live };
}

function chartUrlOf({ partidoId, umbral: { objetivo } }: ThresholdItem): string {
  const collectible = objetivo.tipo === 'coleccionable' ? `?c=${objetivo.id}` : '';
  return `/dashboard/partidos/${partidoId}${collectible}`;
}
