/** One collectible under watch, or the cheapest of a match: the row leads to its chart, the bell to its line. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { PauseReason } from '#domain/threshold.ts';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Sparkline } from '#src/components/sparkline.tsx';
import { TeamBadgePair } from '#src/components/team-badge.tsx';
import { ThresholdBar } from '#src/components/threshold-distance-bar.tsx';
import { count, percent, priceParts, thresholdMoney } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { pausedBy as pausedWords } from '#src/copy/pause-reasons.ts';
import {
  categoryName,
  conditionVerbs,
  ruleSentence,
  wholeCategory,
  wholeMatch,
} from '#src/copy/thresholds.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import {
  isCrossed,
  isNear,
  thresholdToEdit,
  type WatchRow,
} from '#src/features/watch-list/watch-list-rows.ts';
import { type Match, toRule, type Umbral } from '#store/api/types.ts';
import { useLiveRow } from './use-watch-list.ts';

export interface WatchListRowProps {
  /** As it stood at the last look; it follows the stream by itself. */
  readonly row: WatchRow;
  readonly match: Match | undefined;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly onBell: (row: WatchRow) => void;
}

/** Drawn again only when its own price, line or place changes: the list may hold ten thousand. */
export const WatchListRow = memo(function WatchListRow(props: WatchListRowProps) {
  const { match, tabIndex } = props;
  const row = useLiveRow(props.row);
  const { item } = row;
  const state = isCrossed(row) ? ' is-crossed' : isNear(row) ? ' is-near' : '';
  const target = targetName(row);
  const name = `${item.matchName}, ${target}`;
  return (
    <div className={`wrow${state}`} role="row" aria-rowindex={props.rowIndex}>
      <div className="wname w-n" role="gridcell">
        <TeamBadgePair home={match?.home ?? null} away={match?.away ?? null} />
        <div>
          <Link to={`/dashboard/partidos/${item.matchId}?c=${item.id}`} tabIndex={tabIndex}>
            {item.matchName}
            <span className="vh">, {target}</span>
          </Link>
          <span className="meta" aria-hidden="true">
            {target}
          </span>
        </div>
      </div>
      <div className="w-s" role="gridcell">
        <Sparkline values={item.spark ?? []} threshold={row.line?.cents ?? null} />
        <span className="vh">7 días</span>
      </div>
      <div className="num w-p" role="gridcell">
        {item.floorCents === null ? (
          <span className="meta">Nada en venta</span>
        ) : (
          <FlashingPrice cents={item.floorCents} {...priceParts(item.floorCents, item.currency)} />
        )}
      </div>
      <div className="num w-c" role="gridcell">
        <ChangeIn24h basisPoints={item.change24hBp} />
      </div>
      <Distance row={row} tabIndex={tabIndex} onAdd={() => props.onBell(row)} />
      <div className="num w-l" role="gridcell">
        {count(item.listings)}
      </div>
      <div className="w-b" role="gridcell">
        <button
          type="button"
          className={isCrossed(row) ? 'iconbtn iconbtn--on' : 'iconbtn'}
          tabIndex={tabIndex}
          aria-label={`${thresholdToEdit(row) === null ? copy.createThreshold : copy.editThreshold} de ${name}`}
          onClick={() => props.onBell(row)}
        >
          <Icon name="alert" />
        </button>
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
  const { item, line, watching, pausedBy } = row;
  if (line === null || item.floorCents === null) {
    return (
      <div className="dist" role="gridcell">
        <span className="dist__say">
          {pausedBy !== null && <Paused reason={pausedBy} tabIndex={tabIndex} />}
          {watching !== null && copy.tellsIf(ruleSentence(ruleOf(watching[1])))}
          {pausedBy === null && watching === null && (
            <button type="button" className="linkbtn hit" tabIndex={tabIndex} onClick={onAdd}>
              {copy.putThreshold}
            </button>
          )}
        </span>
      </div>
    );
  }
  const rule = `${conditionVerbs[line.rises ? 'above' : 'below']} ${thresholdMoney(line.cents, item.currency)}`;
  return (
    <ThresholdBar distance={line.distance}>
      {line.distance <= 0 ? (
        <b>Cruzado por {thresholdMoney(Math.abs(item.floorCents - line.cents), item.currency)}</b>
      ) : (
        <>
          falta <b>{percent(line.distance * 10_000)}</b>
        </>
      )}{' '}
      · {rule}
    </ThresholdBar>
  );
}

function targetName({ item, whole }: WatchRow): string {
  if (whole === null) return categoryName(item.category);
  return whole.category === null ? wholeMatch : wholeCategory(whole.category);
}

function ruleOf(umbral: Umbral) {
  const { condition, value } = toRule(umbral);
  return { condition, value, currency: umbral.moneda };
}

/** What the plan does not include leads to the plans. */
function Paused(props: { readonly reason: PauseReason; readonly tabIndex: 0 | -1 }) {
  const { reason, tabIndex } = props;
  if (reason !== 'plan') return pausedWords[reason];
  return (
    <Link className="linkbtn hit" to="/dashboard/plan" tabIndex={tabIndex}>
      {pausedWords.plan}
    </Link>
  );
}
