/** What the chart says at one instant: by hovering, by a finger, or by keys on a focusable read-only slider. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Price } from '#src/components/price.tsx';
import { clockTime, priceParts, shortDate, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import type { HistoryRange, Umbral } from '#store/api/types.ts';
import { type PriceScale, yOf } from './price-scale.ts';
import { dayMs, keyboardSteps, type PriceSeries, stepAt } from './price-series.ts';

interface ChartReadoutProps {
  readonly series: PriceSeries;
  readonly scale: PriceScale;
  readonly range: HistoryRange;
  readonly currency: string;
  readonly label: string;
  readonly hintId: string;
  /** Whose distance is told: the nearest of them. */
  readonly lines: readonly Umbral[];
}

export function ChartReadout(props: ChartReadoutProps) {
  const { series, scale } = props;
  const [at, setAt] = useState<number | null>(null);
  const instant = at === null ? series.until : clamp(at, series);
  const step = stepAt(series.steps, instant);
  const x = share(instant, series);
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (event.clientX - box.left) / box.width;
    setAt(series.from + along * (series.until - series.from));
  };
  const press = (event: KeyboardEvent) => {
    const next = keyTarget(event, instant, props);
    if (next === null) return;
    event.preventDefault();
    setAt(clamp(next, series));
  };
  const when = `${shortDate(new Date(instant))}, ${clockTime(new Date(instant))}`;
  const idle = at === null ? 'is-idle' : '';
  return (
    <>
      <div
        className="readlayer"
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={props.label}
        aria-describedby={props.hintId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(x * 100)}
        aria-valuetext={`${when}: ${priceWords(step, props.currency)}`}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(null)}
        onKeyDown={press}
        onFocus={() => setAt((held) => held ?? series.until)}
        onBlur={() => setAt(null)}
      />
      <span className={`readcursor ${idle}`} style={{ left: `${x * 100}%` }} />
      {step?.cents != null && (
        <span
          className={`pt ${idle}`}
          style={{ left: `${x * 100}%`, top: `${yOf(scale, step.cents) * 100}%` }}
        />
      )}
      <div
        className={`readout ${idle} ${placeOf(x, series, scale)}`}
        style={offset(x)}
        aria-hidden="true"
      >
        <span className="meta">{when}</span>
        {step?.cents == null ? (
          <span>{priceWords(step, props.currency)}</span>
        ) : (
          <>
            <Price {...priceParts(step.cents, props.currency)} />
            <Comparisons cents={step.cents} instant={instant} {...props} />
          </>
        )}
      </div>
    </>
  );
}

function Comparisons(
  props: ChartReadoutProps & { readonly cents: number; readonly instant: number },
) {
  const { cents, currency } = props;
  const before = stepAt(props.series.steps, props.instant - dayMs)?.cents ?? null;
  const change = before === null ? null : Math.round(((cents - before) / before) * 10_000);
  const nearest = props.lines.toSorted(
    (a, b) => Math.abs(a.valor - cents) - Math.abs(b.valor - cents),
  )[0];
  return (
    <dl>
      <dt>{copy.inDay}</dt>
      <dd>
        <ChangeIn24h basisPoints={change} />
      </dd>
      {nearest !== undefined && (
        <>
          <dt>{copy.until(thresholdMoney(nearest.valor, currency))}</dt>
          <dd>{distance(nearest, cents)}</dd>
        </>
      )}
    </dl>
  );
}

function distance({ condicion, valor, moneda }: Umbral, cents: number): string {
  const left = condicion === 'por_encima' ? valor - cents : cents - valor;
  return left <= 0 ? copy.crossed : copy.missing(thresholdMoney(left, moneda));
}

function priceWords(step: ReturnType<typeof stepAt>, currency: string): string {
  if (step?.cents != null) return thresholdMoney(step.cents, currency);
  return step?.isGap ? copy.unread : copy.nothingListed;
}

const clamp = (at: number, { from, until }: PriceSeries) => Math.min(until, Math.max(from, at));
const share = (at: number, { from, until }: PriceSeries) => (at - from) / Math.max(until - from, 1);

function keyTarget(
  event: KeyboardEvent,
  at: number,
  { series, range }: ChartReadoutProps,
): number | null {
  const { arrow, page } = keyboardSteps[range];
  const changes = series.steps.map((step) => step.at);
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? (changes.find((change) => change > at) ?? series.until) : at + arrow;
    case 'ArrowLeft':
      return event.shiftKey
        ? (changes.findLast((change) => change < at) ?? series.from)
        : at - arrow;
    case 'PageUp':
      return at + page;
    case 'PageDown':
      return at - page;
    case 'Home':
      return series.from;
    case 'End':
      return series.until;
    default:
      return null;
  }
}

/** Beside the cursor, on the side with room; in the half of the height where less of the line runs. */
function placeOf(x: number, { steps, from, until }: PriceSeries, scale: PriceScale): string {
  const isLeft = x > 0.6;
  const edge = isLeft ? [x - 0.35, x] : [x, x + 0.35];
  const near = steps.filter(({ at, cents }) => {
    const along = (at - from) / Math.max(until - from, 1);
    return cents !== null && along >= (edge[0] ?? 0) && along <= (edge[1] ?? 1);
  });
  const above = near.filter(({ cents }) => yOf(scale, cents ?? 0) < 0.5).length;
  return `${isLeft ? 'readout--left' : ''} ${above * 2 > near.length ? 'readout--low' : ''}`;
}

const offset = (x: number) => (x > 0.6 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` });
