/** Readout of the chart at one instant: price, change in 24 h, distance to the nearest threshold of that time. */
import { Fragment } from 'react';
import { Price } from '#src/components/price.tsx';
import {
  clockTime,
  money,
  priceParts,
  shortWeekdayDate,
  thresholdMoney,
} from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import styles from './price-chart.module.css';
import { type PriceScale, yOf } from './price-scale.ts';
import { dayMs, type PriceSeries, type PriceStep, stepAt, stepsWithin } from './price-series.ts';
import type { Sale } from './sale-marks.tsx';
import type { ChartLine } from './threshold-line.tsx';
import { clampTo, fractionOf, instantAt, type TimeWindow } from './time-window.ts';
import type { ComparedSeries } from './use-compared-series.ts';

interface ChartReadoutProps {
  readonly series: PriceSeries;
  readonly compared: readonly ComparedSeries[];
  readonly window: TimeWindow;
  readonly scale: PriceScale;
  readonly currency: string;
  readonly lines: readonly ChartLine[];
  /** Near the instant read; null: none. */
  readonly sale: Sale | null;
  /** null: nothing is read; phones, where the readout has a place of its own, show the last price. */
  readonly cursorMs: number | null;
}

export function ChartReadout(props: ChartReadoutProps) {
  const { series, scale, window } = props;
  const atMs = clampTo(window, props.cursorMs ?? window.untilMs);
  const step = stepAt(series.steps, atMs);
  const x = fractionOf(window, atMs);
  const when = `${shortWeekdayDate(new Date(atMs))}, ${clockTime(new Date(atMs))}`;
  const idle = props.cursorMs === null ? styles['is-idle'] : '';
  return (
    <>
      <span className={`${styles.readcursor} ${idle}`} style={{ left: `${x * 100}%` }} />
      {step?.cents != null && (
        <span
          className={`${styles.pt} ${idle}`}
          style={{ left: `${x * 100}%`, top: `${yOf(scale, step.cents) * 100}%` }}
        />
      )}
      <div
        className={`${styles.readout} ${idle} ${placement(x, props)}`}
        style={x > 0.6 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` }}
        aria-hidden="true"
        data-testid="readout"
      >
        <span className="meta">{when}</span>
        {step?.cents == null ? (
          <span>{priceText(step, props.currency)}</span>
        ) : (
          <>
            <Price {...priceParts(step.cents, props.currency)} />
            <Comparisons {...props} cents={step.cents} atMs={atMs} />
          </>
        )}
      </div>
    </>
  );
}

function Comparisons(props: ChartReadoutProps & { readonly cents: number; readonly atMs: number }) {
  const { cents, atMs, currency, sale, compared } = props;
  const before = stepAt(props.series.steps, atMs - dayMs)?.cents ?? null;
  const change = before === null ? null : Math.round(((cents - before) / before) * 10_000);
  const nearest = props.lines
    .filter(({ silentUntil = null }) => silentUntil === null)
    .filter(({ createdAtMs }) => createdAtMs === null || createdAtMs <= atMs)
    .map(({ umbral }) => umbral)
    .toSorted((a, b) => Math.abs(a.valor - cents) - Math.abs(b.valor - cents))[0];
  return (
    <dl
      className={`${sale === null ? '' : styles['has-sale']} ${compared.length === 0 ? '' : styles['has-compared']}`}
    >
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
      {sale !== null && (
        <>
          <dt>{copy.sale}</dt>
          <dd>{money(sale.cents, currency)}</dd>
        </>
      )}
      {compared.map(({ id, name, series: { steps } }) => (
        <Fragment key={id}>
          <dt className={styles.other}>{name}</dt>
          <dd className={styles.other}>{priceText(stepAt(steps, atMs), currency)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function distance({ condicion, valor, moneda }: ChartLine['umbral'], cents: number): string {
  const remainingCents = condicion === 'por_encima' ? valor - cents : cents - valor;
  return remainingCents <= 0 ? copy.crossed : copy.missing(thresholdMoney(remainingCents, moneda));
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
