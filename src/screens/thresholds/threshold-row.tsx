/** One threshold of the list: target, price, distance to the line, last alert, and its actions. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { alertsPath, matchPath } from '#domain/app-links.ts';
import { isOwnersToPause } from '#domain/threshold.ts';
import { distanceBp, isCrossedAt, isNearAt } from '#domain/threshold-distance.ts';
import { ActionButton } from '#src/components/action-button.tsx';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { MenuButton } from '#src/components/menu-button.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TargetNameCell } from '#src/components/target-name-cell.tsx';
import { longDateTime, priceParts, relativeTime } from '#src/copy/format.ts';
import { marketPageCopy } from '#src/copy/market-page.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { ruleSentence, targetLabel } from '#src/copy/thresholds.ts';
import { MarketPageIconLink } from '#src/features/prices/market-page-link.tsx';
import { PriceStandingBar } from '#src/features/prices/price-standing-bar.tsx';
import { useLiveMatches } from '#src/features/prices/use-live-price.ts';
import { silentUntil } from '#src/features/thresholds/silent-until.ts';
import type { SnoozeChoice } from '#src/features/thresholds/snooze-until.ts';
import { ThresholdDistance } from '#src/features/thresholds/threshold-distance.tsx';
import type { ThresholdItem } from '#store/api/api-types.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { SnoozeMenu, snoozeItems } from './snooze-menu.tsx';
import thresholdListStyles from './threshold-list.module.css';
import thresholdRowStyles from './threshold-row.module.css';

export interface RowActions {
  readonly onSelect: (id: string, isSelected: boolean) => void;
  readonly onPause: (item: ThresholdItem, isPaused: boolean) => void;
  /** null: no longer. */
  readonly onSnooze: (item: ThresholdItem, choice: SnoozeChoice | null) => void;
  readonly onEdit: (item: ThresholdItem) => void;
  readonly onRemove: (item: ThresholdItem) => void;
  readonly onSeeAlerts: (item: ThresholdItem) => void;
}

/** Memoised: the list may have ten thousand rows. */
export const ThresholdRow = memo(function ThresholdRow(props: {
  readonly item: ThresholdItem;
  readonly isSelected: boolean;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly actions: RowActions;
}) {
  const { tabIndex, actions } = props;
  const item = useLiveValue(props.item);
  const { id, threshold, state } = item;
  const isActive = threshold.pause === null;
  const isSnoozed = silentUntil(threshold) !== null;
  const canSnooze = isActive && state.status !== 'closed';
  const snooze = (choice: SnoozeChoice | null) => actions.onSnooze(item, choice);
  const target = targetLabel(threshold.target, {
    category: item.category ?? '',
    name: item.part ?? '',
  });
  const name = `${item.matchName}, ${target}, ${ruleSentence(threshold)}`;
  const distance = distanceOf(item);
  const nearness = isCrossedAt(distance) ? ' is-crossed' : isNearAt(distance) ? ' is-near' : '';
  return (
    <div
      className={`vrow ${thresholdRowStyles.trow}${nearness}${isActive ? '' : ' is-off'}`}
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
            aria-keyshortcuts="x"
            onChange={(event) => actions.onSelect(id, event.target.checked)}
          />
        </label>
      </div>
      <TargetNameCell
        className={thresholdRowStyles.trow__n}
        teams={{ home: item.home, away: item.away }}
        match={item.matchName}
        target={target}
        to={chartUrlOf(item)}
        tabIndex={tabIndex}
      >
        <Details threshold={threshold} />
      </TargetNameCell>
      <div className={`num ${thresholdRowStyles.trow__p}`} role="gridcell">
        {item.currentCents === null ? (
          <span className="meta">{copy.nothingListed}</span>
        ) : (
          <>
            <FlashingPrice
              cents={item.currentCents}
              {...priceParts(item.currentCents, threshold.currency)}
            />
            <PriceStandingBar month={item.month} cents={item.currentCents} isSmall />
          </>
        )}
      </div>
      <Distance item={item} distance={distance} />
      <div className={`${thresholdRowStyles.trow__l} meta`} role="gridcell">
        <LastAlert item={item} tabIndex={tabIndex} />
      </div>
      <div className="trow__a" role="gridcell">
        <Switch
          checked={isActive}
          disabled={!isOwnersToPause(threshold.pause) || state.status === 'closed'}
          tabIndex={tabIndex}
          aria-label={`${copy.active}: ${name}`}
          onChange={(active) => actions.onPause(item, !active)}
        />
        {/* Side by side, and on phones in one menu. */}
        <div className={thresholdRowStyles.trow__wide}>
          <SnoozeMenu
            label={`${copy.snooze}: ${name}`}
            className={isSnoozed ? `iconbtn ${thresholdRowStyles['is-pressed']}` : 'iconbtn'}
            disabled={!canSnooze}
            tabIndex={tabIndex}
            isSnoozed={isSnoozed}
            onSnooze={snooze}
          >
            <ActionIcon name={isSnoozed ? 'silence' : 'clock'} />
          </SnoozeMenu>
          <ActionButton
            icon="edit"
            label={`${copy.edit} ${name}`}
            title={copy.edit}
            tabIndex={tabIndex}
            shortcut="e"
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
            target={`${item.matchName}, ${target}`}
            tabIndex={tabIndex}
          />
        </div>
        <div className={thresholdRowStyles.trow__narrow}>
          <MenuButton
            label={`${copy.more}: ${name}`}
            className={isSnoozed ? `iconbtn ${thresholdRowStyles['is-pressed']}` : 'iconbtn'}
            tabIndex={tabIndex}
            items={[
              ...(canSnooze ? snoozeItems(isSnoozed, snooze, copy.snoozeFor) : []),
              { label: copy.edit, onChoose: () => actions.onEdit(item) },
              ...(item.lastAlertAt === null
                ? []
                : [
                    {
                      label: copy.lastAlertWas(relativeTime(item.lastAlertAt)),
                      onChoose: () => actions.onSeeAlerts(item),
                    },
                  ]),
              ...(item.url === undefined
                ? []
                : [
                    {
                      label: marketPageCopy.label,
                      onChoose: () => window.open(item.url, '_blank', 'noopener,noreferrer'),
                    },
                  ]),
              { label: copy.remove, onChoose: () => actions.onRemove(item) },
            ]}
          >
            <ActionIcon name={isSnoozed ? 'silence' : 'more'} />
          </MenuButton>
        </div>
      </div>
    </div>
  );
});

/** Expiry and note, on a line of their own. */
function Details({ threshold: { note, expiresAt, pause } }: Pick<ThresholdItem, 'threshold'>) {
  // What has expired says so in place of the distance.
  const expiry = expiresAt !== null && pause !== 'expired' ? copy.expires(expiresAt) : null;
  if (note === null && expiry === null) return null;
  return (
    <span className={`meta ${thresholdRowStyles.trow__d}`}>
      {expiry}
      {note !== null && (
        <>
          {expiry !== null && ' · '}
          <span className="vh">{copy.note}: </span>
          <q title={note}>{note}</q>
        </>
      )}
    </span>
  );
}

function Distance({ item, distance }: { item: ThresholdItem; distance: number | null }) {
  const { threshold, currentCents } = item;
  const status = statusText(item);
  if (distance === null || currentCents === null)
    return (
      <div className="dist" role="gridcell">
        <span className={`dist__say ${thresholdRowStyles['dist__say--only']}`}>
          <b>{status ?? copy.statuses[item.state.status]}</b> ·{' '}
          {status === null && item.state.status !== 'crossed'
            ? copy.alertsIf(ruleSentence(threshold))
            : ruleSentence(threshold)}
        </span>
      </div>
    );
  return <ThresholdDistance rule={threshold} cents={currentCents} distance={distance} />;
}

/** What is said instead of the distance; null where that is shown. */
function statusText({ threshold, state, currentCents }: ThresholdItem): string | null {
  if (threshold.pause === 'expired' && threshold.expiresAt !== null)
    return copy.expired(threshold.expiresAt);
  if (threshold.pause !== null) return copy.pausedBy[threshold.pause];
  if (state.status === 'closed') return copy.closed;
  const until = silentUntil(threshold);
  if (until !== null) return copy.silentUntil(until);
  if (state.status === 'starting') return copy.activating;
  return currentCents === null ? copy.nothingListed : null;
}

function LastAlert({ item, tabIndex }: { item: ThresholdItem; tabIndex: 0 | -1 }) {
  const { id, lastAlertAt } = item;
  if (lastAlertAt === null) return copy.never;
  return (
    <Link className="hit" to={alertsPath({ threshold: id })} tabIndex={tabIndex}>
      <time dateTime={lastAlertAt} title={longDateTime(lastAlertAt)}>
        {relativeTime(lastAlertAt)}
      </time>
    </Link>
  );
}

/** null also where something else is said instead: paused, silent. */
const distanceOf = (item: ThresholdItem): number | null =>
  statusText(item) === null ? distanceBp(item.threshold, item.currentCents, item.state.base) : null;

/** With the live price of a collectible; the cheapest of a match comes with the list. */
function useLiveValue(item: ThresholdItem): ThresholdItem {
  const { target } = item.threshold;
  useLiveMatches(target.kind === 'collectible' ? [item.matchId] : []);
  const live = useAppSelector((state) =>
    target.kind === 'collectible'
      ? livePriceOf(selectLivePrices(state), target.id)?.floorCents
      : undefined,
  );
  return live === undefined ? item : { ...item, currentCents: live };
}

function chartUrlOf({ matchId, threshold: { target } }: ThresholdItem): string {
  return matchPath(matchId, target.kind === 'collectible' ? { collectible: target.id } : {});
}
