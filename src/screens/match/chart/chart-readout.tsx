/** Readout of the chart at one instant, by pointer or by keys on a read-only slider. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Price } from '#src/components/price.tsx';
import { clockTime, priceParts, shortWeekdayDate, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import type { HistoryRange, Umbral } from '#store/api/api-types.ts';
import { type PriceScale, yOf } from './price-scale.ts';
import { dayMs, keyboardSteps, type PriceSeries, stepAt } from './price-series.ts';

interface ChartReadoutProps {
  readonly series: PriceSeries;
  readonly scale: PriceScale;
  readonly range: HistoryRange;
  readonly currency: string;
  readonly label: string;
  readonly hintId: string;
  /** Thresholds; the readout shows the distance to the nearest. */
  readonly lines: readonly Umbral[];
}

export function ChartReadout(props: ChartReadoutProps) {
  const { series, scale } = props;
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const atMs = cursorMs === null ? series.untilMs : clamp(cursorMs, series);
  const step = stepAt(series.steps, atMs);
  const x = fractionAt(atMs, series);
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const fraction = (event.clientX - box.left) / box.width;
    setCursorMs(series.fromMs + fraction * (series.untilMs - series.fromMs));
  };
  const press = (event: KeyboardEvent) => {
    const nextMs = keyTarget(event, atMs, props);
    if (nextMs === null) return;
    event.preventDefault();
    setCursorMs(clamp(nextMs, series));
  };
  const when = `${shortWeekdayDate(new Date(atMs))}, ${clockTime(new Date(atMs))}`;
  const idle = cursorMs === null ? 'is-idle' : '';
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
        aria-valuetext={`${when}: ${priceText(step, props.currency)}`}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setCursorMs(null)}
        onKeyDown={press}
        onFocus={() => setCursorMs((current) => current ?? series.untilMs)}
        onBlur={() => setCursorMs(null)}
      />
      <span className={`readcursor ${idle}`} style={{ left: `${x * 100}%` }} />
      {step?.cents != null && (
        <span
          className={`pt ${idle}`}
          style={{ left: `${x * 100}%`, top: `${yOf(scale, step.cents) * 100}%` }}
        />
      )}
      <div
        className={`readout ${idle} ${placement(x, series, scale)}`}
        style={offset(x)}
        aria-hidden="true"
      >
        <span className="meta">{when}</span>
        {step?.cents == null ? (
          <span>{priceText(step, props.currency)}</span>
        ) : (
          <>
            <Price {...priceParts(step.cents, props.currency)} />
            <Comparisons cents={step.cents} atMs={atMs} {...props} />
          </>
        )}
      </div>
    </>
  );
}

function Comparisons(props: ChartReadoutProps & { readonly cents: number; readonly atMs: number }) {
  const { cents, currency } = props;
  const before = stepAt(props.series.steps, props.atMs - dayMs)?.cents ?? null;
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
  const remainingCents = condicion === 'por_encima' ? valor - cents : cents - valor;
  return remainingCents <= 0 ? copy.crossed : copy.missing(thresholdMoney(remainingCents, moneda));
}

function priceText(step: ReturnType<typeof stepAt>, currency: string): string {
  if (step?.cents != null) return thresholdMoney(step.cents, currency);
  return step?.isGap ? copy.unread : copy.nothingListed;
}

const clamp = (atMs: number, { fromMs, untilMs }: PriceSeries) =>
  Math.min(untilMs, Math.max(fromMs, atMs));
const fractionAt = (atMs: number, { fromMs, untilMs }: PriceSeries) =>
  (atMs - fromMs) / Math.max(untilMs - fromMs, 1);

/** @returns the instant a key moves to, in epoch milliseconds; null for other keys */
function keyTarget(
  event: KeyboardEvent,
  atMs: number,
  { series, range }: ChartReadoutProps,
): number | null {
  const { arrowMs, pageMs } = keyboardSteps[range];
  const changesMs = series.steps.map((step) => step.atMs);
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey
        ? (changesMs.find((changeMs) => changeMs > atMs) ?? series.untilMs)
        : atMs + arrowMs;
    case 'ArrowLeft':
      return event.shiftKey
        ? (changesMs.findLast((changeMs) => changeMs < atMs) ?? series.fromMs)
        : atMs - arrowMs;
    case 'PageUp':
      return atMs + pageMs;
    case 'PageDown':
      return atMs - pageMs;
    case 'Home':
      return series.fromMs;
    case 'End':
      return series.untilMs;
    default:
      return null;
  }
}

/** CSS classes of the readout: on the side with room, in the half with less of the price line. */
function placement(x: number, series: PriceSeries, scale: PriceScale): string {
  const isLeft = x > 0.6;
  const edge = isLeft ? [x - 0.35, x] : [x, x + 0.35];
  const near = series.steps.filter(({ atMs, cents }) => {
    const fraction = fractionAt(atMs, series);
    return cents !== null && fraction >= (edge[0] ?? 0) && fraction <= (edge[1] ?? 1);
  });
  const above = near.filter(({ cents }) => yOf(scale, cents ?? 0) < 0.5).length;
  return `${isLeft ? 'readout--left' : ''} ${above * 2 > near.length ? 'readout--low' : ''}`;
}

const offset = (x: number) => (x > 0.6 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` });
