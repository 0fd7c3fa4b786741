/** Watch list row: a collectible or the cheapest of a match, with its chart link and threshold button. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { matchPath } from '#domain/app-links.ts';
import type { PauseReason } from '#domain/threshold.ts';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Sparkline } from '#src/components/sparkline.tsx';
import { TargetNameCell } from '#src/components/target-name-cell.tsx';
import { count, priceParts } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { pausedBy as pauseTexts } from '#src/copy/pause-reasons.ts';
import { ruleSentence, silentUntilText } from '#src/copy/thresholds.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import { MarketPageIconLink } from '#src/features/prices/market-page-link.tsx';
import { PriceStandingBar } from '#src/features/prices/price-standing-bar.tsx';
import { ThresholdDistance } from '#src/features/thresholds/threshold-distance.tsx';
import { targetNameOf } from '#src/features/watch-list/target-name-of.ts';
import {
  isCrossed,
  isNear,
  thresholdToEdit,
  type WatchRow,
} from '#src/features/watch-list/watch-list-rows.ts';
import type { Match, Threshold } from '#store/api/api-types.ts';
import { useLiveRow } from './use-watch-list.ts';
import styles from './watch-list-row.module.css';

export interface WatchListRowProps {
  /** The row as last sampled; the component merges live prices itself. */
  readonly row: WatchRow;
  readonly match: Match | undefined;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly onEditThreshold: (row: WatchRow) => void;
}

/** Memoised: the list may have ten thousand rows. Re-renders when its price, threshold or position changes. */
export const WatchListRow = memo(function WatchListRow(props: WatchListRowProps) {
  const { match, tabIndex } = props;
  const row = useLiveRow(props.row);
  const { item } = row;
  const state = isCrossed(row) ? ' is-crossed' : isNear(row) ? ' is-near' : '';
  const target = targetNameOf(row);
  const name = `${item.matchName}, ${target}`;
  return (
    <div className={`vrow ${styles.wrow}${state}`} role="row" aria-rowindex={props.rowIndex}>
      <TargetNameCell
        className={styles['w-n']}
        teams={{ home: match?.home ?? null, away: match?.away ?? null }}
        match={item.matchName}
        target={target}
        to={matchPath(item.matchId, { collectible: item.id })}
        tabIndex={tabIndex}
      />
      <div className={styles['w-s']} role="gridcell">
        <Sparkline
          values={item.spark ?? []}
          threshold={row.nearest === null ? null : lineOf(row.nearest.threshold)}
        />
        <span className="vh">7 días</span>
      </div>
      <div className={`num ${styles['w-p']}`} role="gridcell">
        {item.floorCents === null ? (
          <span className="meta">Nada en venta</span>
        ) : (
          <>
            <FlashingPrice
              cents={item.floorCents}
              {...priceParts(item.floorCents, item.currency)}
            />
            <PriceStandingBar month={item.month} cents={item.floorCents} isSmall />
          </>
        )}
      </div>
      <div className={`num ${styles['w-c']}`} role="gridcell">
        <ChangeIn24h basisPoints={item.change24hBp} />
      </div>
      <Distance row={row} tabIndex={tabIndex} onAdd={() => props.onEditThreshold(row)} />
      <div className={`num ${styles['w-l']}`} role="gridcell">
        {count(item.listings)}
      </div>
      <div className="w-b" role="gridcell">
        <button
          type="button"
          className={isCrossed(row) ? `iconbtn ${styles['iconbtn--on']}` : 'iconbtn'}
          tabIndex={tabIndex}
          aria-label={`${thresholdToEdit(row) === null ? copy.createThreshold : copy.editThreshold} de ${name}`}
          onClick={() => props.onEditThreshold(row)}
        >
          <Icon name="alert" />
        </button>
        <MarketPageIconLink url={item.url} target={name} tabIndex={tabIndex} />
      </div>
    </div>
  );
});

function Distance(props: {
  readonly row: WatchRow;
  readonly tabIndex: 0 | -1;
  readonly onAdd: () => void;
}) {
  const { row, tabIndex, onAdd } = props;
  const { item, nearest, unmeasured, pausedBy } = row;
  if (nearest === null || item.floorCents === null) {
    return (
      <div className="dist" role="gridcell">
        <span className="dist__say">
          {pausedBy !== null && <PauseText reason={pausedBy} tabIndex={tabIndex} />}
          {row.silentUntil !== null && silentUntilText(row.silentUntil)}
          {unmeasured !== null && copy.alertsIf(ruleSentence(unmeasured.threshold))}
          {row.thresholds.length === 0 && (
            <button type="button" className="linkbtn hit" tabIndex={tabIndex} onClick={onAdd}>
              {copy.addThreshold}
            </button>
          )}
        </span>
      </div>
    );
  }
  return (
    <ThresholdDistance
      rule={nearest.threshold}
      cents={item.floorCents}
      distance={nearest.distance}
    />
  );
}

/** The price of a line in the chart; null of a change, which has none. */
const lineOf = ({ condition, value }: Threshold): number | null =>
  condition === 'change' ? null : value;

/** Why the row is paused; a pause by the plan links to the plans. */
function PauseText(props: { readonly reason: PauseReason; readonly tabIndex: 0 | -1 }) {
  const { reason, tabIndex } = props;
  if (reason !== 'plan') return pauseTexts[reason];
  return (
    <Link className="linkbtn hit" to="/dashboard/plan" tabIndex={tabIndex}>
      {pauseTexts.plan}
    </Link>
  );
}
