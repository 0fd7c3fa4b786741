/** The price of one collectible in time: chart with the user's lines, or the same as a table. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { StepChart } from '#src/components/step-chart.tsx';
import { clockTime, exactInstant, money, shortDate, thresholdMoney } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import { useGetMatchQuery } from '#store/api/monitoring-api.ts';
import type { Collectible, HistoryRange, Umbral } from '#store/api/types.ts';
import { LiveChange, LivePrice } from '../live-price.tsx';

export interface PriceHistoryProps {
  readonly matchId: string;
  readonly collectibles: readonly Collectible[];
  readonly chosen: Collectible;
  readonly range: HistoryRange;
  readonly umbrales: Readonly<Record<string, Umbral>>;
  readonly onChoose: (collectibleId: string) => void;
  readonly onRange: (range: HistoryRange) => void;
}

export function PriceHistory(props: PriceHistoryProps) {
  const { chosen, range } = props;
  const [asTable, setAsTable] = useState(false);
  const { data, isFetching } = useGetMatchQuery({
    id: props.matchId,
    collectible: chosen.id,
    range,
  });
  const history = data?.history?.collectibleId === chosen.id ? data.history : null;
  return (
    <section aria-labelledby="history" aria-busy={isFetching}>
      <h2 className="vh" id="history">
        {copy.historyTitle}, {categoryName(chosen.category)}
      </h2>
      <CollectibleTabs {...props} />
      <div className="quote">
        <span className="fig">
          <LivePrice item={chosen} none={copy.nothingListed} />
        </span>
        <span className="quote__change">
          <LiveChange item={chosen} /> <span className="meta">{copy.in24h}</span>
        </span>
        <div className="seg" role="group" aria-label={copy.period}>
          {Object.entries(copy.ranges).map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={range === value}
              onClick={() => props.onRange(value as HistoryRange)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {history !== null && history.points.length === 0 && <p className="meta">{copy.noHistory}</p>}
      {history !== null &&
        (asTable ? (
          <HistoryTable points={history.points} currency={chosen.currency} />
        ) : (
          <HistoryChart points={history.points} {...props} />
        ))}
      <p className="meta legend">
        <span>
          <i className="l1" />
          {copy.price}
        </span>
        {history?.limitedToDays != null && <span>{copy.limited(history.limitedToDays)}</span>}
        <button
          type="button"
          className="linkbtn hit legend__end"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? copy.asChart : copy.asTable}
        </button>
      </p>
    </section>
  );
}

/** True tabs: arrows, Home and End move, and the chosen one is the only stop of the Tab key. */
function CollectibleTabs({ collectibles: all, chosen, onChoose }: PriceHistoryProps) {
  const bar = useRef<HTMLDivElement>(null);
  const collectibles = tabbed(all, chosen);
  const move = (event: KeyboardEvent) => {
    const at = collectibles.findIndex(({ id }) => id === chosen.id);
    const last = collectibles.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    const item = next === undefined ? undefined : collectibles[next];
    if (item === undefined) return;
    event.preventDefault();
    onChoose(item.id);
    bar.current?.querySelectorAll('button')[next ?? 0]?.focus();
  };
  return (
    <div className="tierbar" role="tablist" aria-label={copy.category} ref={bar} onKeyDown={move}>
      {collectibles.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          aria-selected={item.id === chosen.id}
          tabIndex={item.id === chosen.id ? 0 : -1}
          onClick={() => onChoose(item.id)}
        >
          {categoryName(item.category)}
        </button>
      ))}
    </div>
  );
}

const tabsAtMost = 12;

/** A market may list thousands of a match: those beyond the first few are chosen in the list below. */
function tabbed(all: readonly Collectible[], chosen: Collectible): readonly Collectible[] {
  const first = all.slice(0, tabsAtMost);
  return first.some(({ id }) => id === chosen.id) ? first : [...first.slice(0, -1), chosen];
}

interface Point {
  readonly at: string;
  readonly floorCents: number | null;
}

function HistoryChart({
  points,
  chosen,
  umbrales,
}: PriceHistoryProps & { readonly points: readonly Point[] }) {
  const first = points[0];
  if (first === undefined) return null;
  const lines = Object.values(umbrales)
    .filter(
      ({ objetivo, pausa, condicion }) =>
        objetivo.tipo === 'coleccionable' &&
        objetivo.id === chosen.id &&
        pausa === null &&
        (condicion === 'por_debajo' || condicion === 'por_encima'),
    )
    .map(({ condicion, valor }) => {
      const rises = condicion === 'por_encima';
      const verb = rises ? 'sube' : 'baja';
      return {
        cents: valor,
        rises,
        label: `Avísame si ${verb} de ${thresholdMoney(valor, chosen.currency)}`,
      };
    });
  const until = Math.max(...points.map(({ at }) => Date.parse(at)));
  return (
    <>
      <StepChart
        points={points.map(({ at, floorCents }) => ({ at: Date.parse(at), cents: floorCents }))}
        until={until}
        lines={lines}
        label={chartLabel(points, chosen)}
        formatCents={(cents) => thresholdMoney(Math.round(cents / 100) * 100, chosen.currency)}
      />
      <div className="xlab" aria-hidden="true">
        <span style={{ left: 0, transform: 'none' }}>{shortDate(first.at)}</span>
        <span style={{ left: '100%', transform: 'translateX(-100%)' }}>
          {shortDate(new Date(until))}
        </span>
      </div>
    </>
  );
}

function chartLabel(points: readonly Point[], { category, currency }: Collectible): string {
  const prices = points.map(({ floorCents }) => floorCents).filter((cents) => cents !== null);
  const start = `Precio mínimo de ${categoryName(category)}, ${points.length} cambios`;
  if (prices.length === 0) return start;
  const low = money(Math.min(...prices), currency);
  const high = money(Math.max(...prices), currency);
  return `${start}, entre ${low} y ${high}`;
}

function HistoryTable({ points, currency }: { points: readonly Point[]; currency: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to scroll it by keyboard
    <section className="scroll" tabIndex={0} aria-label={copy.historyTitle}>
      <table className="ctable">
        <thead>
          <tr>
            <th>{copy.when}</th>
            <th className="num">{copy.price}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, floorCents }) => (
            <tr key={at}>
              <td>
                <time dateTime={at} title={exactInstant(at)}>
                  {shortDate(at)}, {clockTime(at)}
                </time>
              </td>
              <td className="num">
                {floorCents === null ? copy.nothingListed : money(floorCents, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
