/** One collectible under watch: the whole row leads to its match, the bell to its line. */
import { Link } from 'react-router-dom';
import type { PauseReason } from '#domain/threshold.ts';
import { ChipPair } from '#src/components/chips.tsx';
import { Price } from '#src/components/figures.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Sparkline } from '#src/components/sparkline.tsx';
import { ThresholdBar } from '#src/components/threshold-bar.tsx';
import { count, percent, priceParts, thresholdMoney } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { pausedBy as pausedWords } from '#src/copy/pauses.ts';
import { categoryName, conditionVerbs } from '#src/copy/thresholds.ts';
import type { Match } from '#store/api/types.ts';
import { ChangeIn24h } from './change-in-24h.tsx';
import { isCrossed, isNear, type WatchRow } from './watch-rows.ts';

export function WatchListRow(props: {
  readonly row: WatchRow;
  readonly match: Match | undefined;
  readonly onBell: () => void;
}) {
  const { row, match } = props;
  const { item, line } = row;
  const state = isCrossed(row) ? ' is-crossed' : isNear(row) ? ' is-near' : '';
  const name = `${item.matchName}, ${categoryName(item.category)}`;
  return (
    <div className={`wrow${state}`} role="row">
      <div className="wname w-n" role="cell">
        <ChipPair home={match?.home ?? null} away={match?.away ?? null} />
        <div>
          <Link to={`/dashboard/partidos/${item.matchId}?c=${item.id}`}>{item.matchName}</Link>
          <span className="meta">{categoryName(item.category)}</span>
        </div>
      </div>
      <div className="w-s" role="cell">
        <Sparkline values={item.spark ?? []} threshold={line?.cents ?? null} />
        <span className="vh">7 días</span>
      </div>
      <div className="num w-p" role="cell">
        {item.floorCents === null ? (
          <span className="meta">Nada en venta</span>
        ) : (
          <Price {...priceParts(item.floorCents, item.currency)} />
        )}
      </div>
      <div className="num w-c" role="cell">
        <ChangeIn24h basisPoints={item.change24hBp} />
      </div>
      <Distance row={row} onAdd={props.onBell} />
      <div className="num w-l" role="cell">
        {count(item.listings)}
      </div>
      <div className="w-b" role="cell">
        <button
          type="button"
          className={isCrossed(row) ? 'iconbtn iconbtn--on' : 'iconbtn'}
          aria-label={`${line === null ? copy.createThreshold : 'Editar umbral'} de ${name}`}
          onClick={props.onBell}
        >
          <Icon name="alert" />
        </button>
      </div>
    </div>
  );
}

function Distance({ row, onAdd }: { row: WatchRow; onAdd: () => void }) {
  const { item, line, pausedBy } = row;
  if (line === null || item.floorCents === null) {
    return (
      <div className="dist" role="cell">
        <span className="dist__say">
          {pausedBy !== null ? (
            <Paused reason={pausedBy} />
          ) : (
            <button type="button" className="linkbtn hit" onClick={onAdd}>
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

/** What the plan does not include leads to the plans. */
function Paused({ reason }: { readonly reason: PauseReason }) {
  if (reason !== 'plan') return pausedWords[reason];
  return (
    <Link className="linkbtn hit" to="/dashboard/plan">
      {pausedWords.plan}
    </Link>
  );
}
