/** Readout of the chart at one instant: price, change in 24 h, distance to the nearest threshold of that time. */
import { Fragment } from 'react';
import { Price } from '#src/components/price.tsx';
import {
  clockTime,
  money,
  priceParts,
  shortWeekdayDate,
  signedPercent,
  thresholdMoney,
} from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import { atStart } from './plot-scale.ts';
import styles from './price-chart.module.css';
import { type PriceScale, yOf } from './price-scale.ts';
import {
  dayMs,
  type PriceSeries,
  type PriceStep,
  priceRangeAt,
  stepAt,
  stepsWithin,
} from './price-series.ts';
import type { ChartSale } from './sale-marks.tsx';
import type { ChartLine } from './threshold-line.tsx';
import { clampTo, fractionOf, instantAt, type TimeWindow } from './time-window.ts';
import type { ComparedSeries } from './use-compared-series.ts';

export interface PriceNow {
  readonly cents: number | null;
  readonly changeBp: number | null;
}

/** What the page says of the price in force, where that is what is read; null at an earlier instant. */
export const nowAt = (
  series: PriceSeries,
  atMs: number,
  now: PriceNow | undefined,
): PriceNow | null => (atMs >= series.untilMs ? (now ?? null) : null);

interface ChartReadoutProps {
  readonly series: PriceSeries;
  readonly compared: readonly ComparedSeries[];
  readonly window: TimeWindow;
  readonly scale: PriceScale;
  readonly currency: string;
  readonly lines: readonly ChartLine[];
  /** The price in force and its change in 24 h, as the page says them; absent where it does not. */
  readonly now?: PriceNow | undefined;
  /** Near the instant read; null: none. */
  readonly sale: ChartSale | null;
  readonly cursorMs: number;
  /** In per cent: of the series and of those compared, from cents to the scale's unit. */
  readonly shares?: readonly ((cents: number) => number)[] | undefined;
}

export function ChartReadout(props: ChartReadoutProps) {
  const { series, scale, window } = props;
  const atMs = clampTo(window, props.cursorMs);
  const shown = stepAt(series.steps, atMs);
  // At rest the server's own figure: a late price is in the series, and is not in force.
  const now = nowAt(series, atMs, props.now);
  const step = now === null ? shown : { atMs, cents: now.cents };
  const range = now === null ? priceRangeAt(series, atMs) : null;
  const x = fractionOf(window, atMs);
  const when = `${shortWeekdayDate(new Date(atMs))}, ${clockTime(new Date(atMs))}`;
  return (
    <>
      <span className={styles.readcursor} style={{ left: `${x * 100}%` }} />
      {step?.cents != null && (
        <span
          className={styles.pt}
          style={{
            left: `${x * 100}%`,
            top: `${yOf(scale, props.shares?.[0]?.(step.cents) ?? step.cents) * 100}%`,
          }}
        />
      )}
      <div
        className={`${styles.readout} ${placement(x, props)}`}
        style={x > 0.6 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` }}
        aria-hidden="true"
        data-testid="readout"
      >
        <span className="meta">{when}</span>
        {step?.cents == null ? (
          <span>{priceText(step, props.currency)}</span>
        ) : (
          <>
            {range !== null && range.low < range.high ? (
              <span>{seriesText(series, atMs, props.currency)}</span>
            ) : (
              <Price {...priceParts(step.cents, props.currency)} />
            )}
            <Comparisons {...props} cents={step.cents} atMs={atMs} />
          </>
        )}
      </div>
    </>
  );
}

function Comparisons(props: ChartReadoutProps & { readonly cents: number; readonly atMs: number }) {
  const { cents, atMs, currency, sale, compared } = props;
  const now = nowAt(props.series, atMs, props.now);
  const before = exactAt(props.series, atMs - dayMs);
  const after = exactAt(props.series, atMs);
  const change =
    before === null || after === null ? null : Math.round(((cents - before) / before) * 10_000);
  const nearest = props.lines
    .filter(({ silentUntil = null }) => silentUntil === null)
    .filter(({ createdAtMs }) => createdAtMs === null || createdAtMs <= atMs)
    .map(({ threshold }) => threshold)
    .toSorted((a, b) => Math.abs(a.value - cents) - Math.abs(b.value - cents))[0];
  return (
    <dl
      className={`${sale === null ? '' : styles['has-sale']} ${compared.length === 0 ? '' : styles['has-compared']}`}
    >
      {now !== null && (
        <>
          <dt>{copy.inDay}</dt>
          <dd>
            <ChangeIn24h basisPoints={now.changeBp} />
          </dd>
        </>
      )}
      {now === null && (change !== null || props.series.sampled === undefined) && (
        <>
          <dt>{copy.inDay}</dt>
          <dd>
            <ChangeIn24h basisPoints={change} />
          </dd>
        </>
      )}
      {nearest !== undefined && (
        <>
          <dt>{copy.until(thresholdMoney(nearest.value, currency))}</dt>
          <dd>{distance(nearest, cents)}</dd>
        </>
      )}
      {sale !== null && (
        <>
          <dt>{copy.sale}</dt>
          <dd>{money(sale.cents, currency)}</dd>
        </>
      )}
      {props.shares?.[0] !== undefined && (
        <>
          <dt className={styles.other}>{copy.sinceStart}</dt>
          <dd className={styles.other}>{signedPercent(props.shares[0](cents) - atStart)}</dd>
        </>
      )}
      {compared.map(({ id, name, series }, index) => {
        const share = props.shares?.[index + 1];
        const other = stepAt(series.steps, atMs)?.cents ?? null;
        return (
          <Fragment key={id}>
            <dt className={styles.other}>{name}</dt>
            <dd className={styles.other}>
              {seriesText(series, atMs, currency)}
              {share !== undefined &&
                other !== null &&
                ` (${signedPercent(share(other) - atStart)})`}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

function distance({ condition, value, currency }: ChartLine['threshold'], cents: number): string {
  const remainingCents = condition === 'above' ? value - cents : cents - value;
  return remainingCents <= 0
    ? copy.crossed
    : copy.missing(thresholdMoney(remainingCents, currency));
}

const exactAt = (series: PriceSeries, atMs: number): number | null => {
  const range = priceRangeAt(series, atMs);
  return range !== null && range.low === range.high ? range.low : null;
};

/** The price at an instant, or “412 – 458 €” where only those of its stretch are known. */
export function seriesText(series: PriceSeries, atMs: number, currency: string): string {
  const range = priceRangeAt(series, atMs);
  return range !== null && range.low < range.high
    ? copy.between(thresholdMoney(range.low, currency), thresholdMoney(range.high, currency))
    : priceText(stepAt(series.steps, atMs), currency);
}

export function priceText(step: PriceStep | null, currency: string): string {
  if (step?.cents != null) return thresholdMoney(step.cents, currency);
  return step?.isGap ? copy.unread : copy.nothingListed;
}

/** CSS classes of the readout: on the side with room, in the half with less of the price line. */
function placement(x: number, { series, window, scale }: ChartReadoutProps): string {
  const isLeft = x > 0.6;
  const [from, to] = isLeft ? [x - 0.35, x] : [x, x + 0.35];
  const beside = { fromMs: instantAt(window, from), untilMs: instantAt(window, to) };
  const near = stepsWithin(series, beside).filter(({ cents }) => cents !== null);
  const above = near.filter(({ cents }) => yOf(scale, cents ?? 0) < 0.5).length;
  return `${isLeft ? 'readout--left' : ''} ${above * 2 > near.length ? styles['readout--low'] : ''}`;
}
