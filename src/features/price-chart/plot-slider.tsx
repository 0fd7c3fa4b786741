/** The plot as a read-only slider over time: keys read, zoom and mark a price; pointers through use-plot-gestures.ts. */
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { clockTime, money, shortWeekdayDate } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { nowAt, type PriceNow, priceText, seriesText } from './chart-readout.tsx';
import styles from './price-chart.module.css';
import { keyboardSteps, type PriceSeries, priceRangeAt, stepAt } from './price-series.ts';
import type { ChartSale } from './sale-marks.tsx';
import { clampTo, fractionOf, pan, type TimeWindow, zoom } from './time-window.ts';
import type { ComparedSeries } from './use-compared-series.ts';
import type { PlotGestures } from './use-plot-gestures.ts';

interface PlotSliderProps {
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly series: PriceSeries;
  readonly compared: readonly ComparedSeries[];
  /** Near the instant read; null: none. */
  readonly sale: ChartSale | null;
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  readonly currency: string;
  /** What the page says of the price in force. */
  readonly now: PriceNow | undefined;
  readonly label: string;
  /** The instant read; null: none. */
  readonly cursorMs: number | null;
  readonly handlers: PlotGestures['handlers'];
  readonly onRead: (atMs: number | null) => void;
  /** null: the whole period. Undefined where the chart does not zoom. */
  readonly onWindow: ((window: TimeWindow | null) => void) | undefined;
  /** Enter or Space at a price, in cents. */
  readonly onMark: ((cents: number, atMs: number) => void) | undefined;
}

export function PlotSlider(props: PlotSliderProps) {
  const { series, window } = props;
  const hintId = useId();
  const atMs = clampTo(window, props.cursorMs ?? window.untilMs);
  const now = nowAt(series, atMs, props.now);
  const price =
    now === null
      ? seriesText(series, atMs, props.currency)
      : priceText({ atMs, cents: now.cents }, props.currency);
  const press = (event: KeyboardEvent) => {
    if (handleKey(event, atMs, props)) event.preventDefault();
  };
  const sale = props.sale && copy.soldFor(money(props.sale.cents, props.currency));
  const others = props.compared.map(
    ({ name, series: other }) => `${name} ${seriesText(other, atMs, props.currency)}`,
  );
  const when = `${shortWeekdayDate(new Date(atMs))}, ${clockTime(new Date(atMs))}`;
  return (
    <>
      <div
        ref={props.plot}
        className={styles.readlayer}
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={props.label}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fractionOf(window, atMs) * 100)}
        aria-valuetext={[`${when}: ${price}`, sale, ...others].filter(Boolean).join(', ')}
        {...props.handlers}
        onKeyDown={press}
        onFocus={() => props.cursorMs === null && props.onRead(window.untilMs)}
        onBlur={() => props.onRead(null)}
      />
      <span hidden id={hintId}>
        {props.onWindow === undefined ? copy.readoutHint : copy.zoomHint}
      </span>
    </>
  );
}

/** @returns whether the key means something here */
function handleKey(event: KeyboardEvent, atMs: number, props: PlotSliderProps): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { series, bounds, window, onWindow, onMark } = props;
  const nextMs = keyTarget(event, atMs, props);
  if (nextMs !== null) {
    const targetMs = clampTo(onWindow === undefined ? window : bounds, nextMs);
    const outsideMs = targetMs - clampTo(window, targetMs);
    // Reading on past the edge takes the window along.
    if (outsideMs !== 0) onWindow?.(pan(window, bounds, outsideMs));
    props.onRead(targetMs);
    return true;
  }
  // Where a price is read out one is marked: at an instant without, the lowest of its stretch.
  const now = nowAt(series, atMs, props.now);
  const ofSeries = () =>
    stepAt(series.steps, atMs)?.cents ?? priceRangeAt(series, atMs)?.low ?? null;
  const cents = now === null ? ofSeries() : now.cents;
  switch (event.key) {
    case '+':
      onWindow?.(zoom(window, bounds, { atMs, factor: 0.5 }));
      return onWindow !== undefined;
    case '-':
      onWindow?.(zoom(window, bounds, { atMs, factor: 2 }));
      return onWindow !== undefined;
    case '0':
      onWindow?.(null);
      return onWindow !== undefined;
    case 'Enter':
    case ' ':
      if (cents !== null) onMark?.(cents, atMs);
      return onMark !== undefined;
    default:
      return false;
  }
}

/** @returns the instant a key moves to, in epoch milliseconds; null for other keys */
function keyTarget(
  { key, shiftKey }: KeyboardEvent,
  atMs: number,
  { series, window }: PlotSliderProps,
): number | null {
  const { arrowMs, pageMs } = keyboardSteps(window);
  const changesMs = series.steps.map((step) => step.atMs);
  switch (key) {
    case 'ArrowRight':
      return shiftKey
        ? (changesMs.find((changeMs) => changeMs > atMs) ?? series.untilMs)
        : atMs + arrowMs;
    case 'ArrowLeft':
      return shiftKey
        ? (changesMs.findLast((changeMs) => changeMs < atMs) ?? series.fromMs)
        : atMs - arrowMs;
    case 'PageUp':
      return atMs + pageMs;
    case 'PageDown':
      return atMs - pageMs;
    case 'Home':
      return window.fromMs;
    case 'End':
      return window.untilMs;
    default:
      return null;
  }
}
