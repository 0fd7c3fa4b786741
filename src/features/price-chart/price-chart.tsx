/** The price chart of the match page and of the threshold form: price line, axes, threshold lines, mails, readout. Lazy-loaded chunk. */
import { useCallback, useId, useRef, useState } from 'react';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { ChartFoot } from './chart-foot.tsx';
import { ChartReadout, type PriceNow } from './chart-readout.tsx';
import { type PlacedLine, placeLines } from './place-lines.ts';
import { PlotSlider } from './plot-slider.tsx';
import { CurrentPrice, currentTagHeight, PriceGrid, PriceLabels, tagPx } from './price-axis.tsx';
import styles from './price-chart.module.css';
import { type PriceOffer, PriceOfferButton } from './price-offer.tsx';
import { priceAt, scaleFor, yOf } from './price-scale.ts';
import { type PriceSeries, stepAt, stepsWithin } from './price-series.ts';
import { priceTicks } from './price-ticks.ts';
import { type ChartSale, SaleMarks, saleNear } from './sale-marks.tsx';
import { stepPath } from './step-path.ts';
import { type ChartLine, ThresholdLine } from './threshold-line.tsx';
import { TimeAxis } from './time-axis.tsx';
import { clampTo, fractionOf, isWithin, type TimeWindow } from './time-window.ts';
import type { ComparedSeries } from './use-compared-series.ts';
import { useElementSize } from './use-element-size.ts';
import { usePlotGestures } from './use-plot-gestures.ts';

/** A dot: a mail sent, or a crossing that would have been. */
export interface ChartMark {
  readonly id: string;
  readonly atMs: number;
  readonly cents: number;
  readonly title: string;
}

export interface PriceChartProps {
  readonly series: PriceSeries;
  /** Prices of other collectibles, on the same axes. */
  readonly compared?: readonly ComparedSeries[];
  /** Period that can be reached by zooming out and reading on. */
  readonly bounds: TimeWindow;
  readonly window: TimeWindow;
  readonly currency: string;
  /** Name of the collectible. */
  readonly target: string;
  readonly floorCents: number | null;
  /** The price in force and its change in 24 h, as the page says them. */
  readonly now?: PriceNow | undefined;
  readonly lines: readonly ChartLine[];
  /** The line to point out, as it was just saved. */
  readonly savedId?: string | null;
  readonly marks: readonly ChartMark[];
  /** Absent where the source lists none. */
  readonly sales?: readonly ChartSale[] | undefined;
  readonly isSmall?: boolean;
  readonly onMoved: (line: ChartLine, cents: number) => void;
  readonly onEdit?: (line: ChartLine) => void;
  /** A period was chosen; null: the whole. Absent: the chart does not zoom. */
  readonly onWindow?: (window: TimeWindow | null) => void;
  /** A threshold is wanted at this price, in cents. */
  readonly onOffer?: (cents: number) => void;
}

const initialSize = { width: 640, height: 300 };

export function PriceChart(props: PriceChartProps) {
  const { series, compared = [], bounds, currency, lines, onWindow, onOffer } = props;
  const chart = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const size = useElementSize(chart, initialSize);
  const hintId = useId();
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const [offer, setOffer] = useState<PriceOffer | null>(null);
  const dismissOffer = useCallback(() => setOffer(null), []);
  const [moving, setMoving] = useState<{ readonly id: string; readonly cents: number } | null>(
    null,
  );
  const gestures = usePlotGestures({
    plot,
    bounds,
    window: props.window,
    onWindow,
    onRead: setCursorMs,
    onPress: ({ x, y }) => onOffer && setOffer({ cents: priceAt(scale, y), x, y, byKey: false }),
  });
  const window = gestures.shown;
  const known = [series, ...compared.map((other) => other.series)].flatMap((shown) =>
    stepsWithin(shown, window).flatMap(({ cents }) => (cents === null ? [] : [cents])),
  );
  const values = lines.map(({ threshold }) => threshold.value);
  const scale = scaleFor(known.length > 0 ? known : [...values, 100], values);
  const placed = placeLines(
    lines.map(({ id, threshold }) => (moving?.id === id ? moving.cents : threshold.value)),
    scale,
    tagPx / size.height,
  );
  const heights = placed.map(({ tag }) => tag);
  const endsNow = window.untilMs >= series.untilMs;
  const last = endsNow ? stepAt(series.steps, series.untilMs) : null;
  const nowY = last?.cents == null ? null : yOf(scale, last.cents);
  const tagY = nowY === null ? null : currentTagHeight(nowY, heights, size.height);
  const tags = tagY === null ? heights : [...heights, tagY];
  const ticks = priceTicks(scale, { heightPx: size.height, tags });
  const { sales = [] } = props;
  const marks = props.marks.filter(({ atMs }) => isWithin(window, atMs));
  const sale = cursorMs === null ? null : saleNear(sales, window, clampTo(window, cursorMs));
  return (
    <>
      <div
        className={`chart ${styles['chart--live']} ${props.isSmall ? 'chart--mini' : ''}`}
        ref={chart}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <PriceGrid ticks={ticks} scale={scale} />
          {compared.map((other) => (
            <path
              key={other.id}
              className={styles.compared}
              strokeDasharray={other.dash}
              d={stepPath(other.series, window, scale)}
            />
          ))}
          <path className={styles.line} d={stepPath(series, window, scale)} />
          <line className={styles.axis} x1="0" x2="100" y1="100" y2="100" />
        </svg>
        <PriceLabels ticks={ticks} scale={scale} currency={currency} />
        <SaleMarks sales={sales} window={window} scale={scale} currency={currency} />
        {marks.map((mark) => (
          <span
            key={mark.id}
            className={`${styles.pt} ${styles['pt--hit']}`}
            title={mark.title}
            style={{
              left: `${fractionOf(window, mark.atMs) * 100}%`,
              top: `${yOf(scale, mark.cents) * 100}%`,
            }}
          />
        ))}
        {last?.cents != null && nowY !== null && tagY !== null && (
          <CurrentPrice
            cents={last.cents}
            currency={currency}
            x={Math.min(1, fractionOf(window, series.untilMs))}
            y={nowY}
            tagY={tagY}
            isCrossed={lines.some((line) => isBeyond(line, last.cents ?? 0))}
          />
        )}
        <PlotSlider
          plot={plot}
          series={series}
          compared={compared}
          sale={sale}
          window={window}
          bounds={bounds}
          currency={currency}
          now={props.now}
          label={copy.readout(props.target)}
          cursorMs={cursorMs}
          handlers={gestures.handlers}
          onRead={setCursorMs}
          onWindow={onWindow}
          onMark={
            onOffer &&
            ((cents, atMs) =>
              setOffer({ cents, x: fractionOf(window, atMs), y: yOf(scale, cents), byKey: true }))
          }
        />
        {gestures.brush !== null && (
          <span
            className={styles.brush}
            data-testid="brush"
            style={{
              left: `${Math.min(gestures.brush.from, gestures.brush.to) * 100}%`,
              width: `${Math.abs(gestures.brush.to - gestures.brush.from) * 100}%`,
            }}
          />
        )}
        <ChartReadout
          {...{ series, compared, sale, window, scale, currency, lines, cursorMs, now: props.now }}
        />
        {lines.map((line, index) => (
          <ThresholdLine
            key={line.id}
            line={line}
            isSaved={props.savedId === line.id}
            {...placedAt(placed, index, size.height)}
            chart={chart}
            scale={scale}
            series={series}
            window={window}
            target={props.target}
            floorCents={props.floorCents}
            hintId={`${hintId}-line`}
            onMoving={(cents) => setMoving(cents === null ? null : { id: line.id, cents })}
            onMoved={(cents) => props.onMoved(line, cents)}
            onEdit={props.onEdit && (() => props.onEdit?.(line))}
          />
        ))}
        {offer !== null && onOffer !== undefined && (
          <PriceOfferButton
            key={`${offer.x}-${offer.y}`}
            offer={offer}
            currency={currency}
            plot={plot}
            onAccept={() => {
              setOffer(null);
              onOffer(offer.cents);
            }}
            onDismiss={dismissOffer}
          />
        )}
      </div>
      <TimeAxis window={window} widthPx={size.width} endsNow={endsNow} />
      {onWindow !== undefined && <ChartFoot {...{ series, window, bounds, currency, onWindow }} />}
      <p hidden id={`${hintId}-line`}>
        {props.onEdit === undefined ? copy.draftHandleHint : copy.handleHint}
      </p>
    </>
  );
}

const unplaced: PlacedLine = { height: 0, tag: 0, beyond: null, label: null, crowd: 0 };

function placedAt(lines: readonly PlacedLine[], index: number, heightPx: number) {
  const placed = lines[index] ?? unplaced;
  return { placed, tagShiftPx: (placed.tag - placed.height) * heightPx };
}

const isBeyond = (
  { threshold: { condition, value }, createdAtMs, silentUntil = null }: ChartLine,
  cents: number,
) =>
  createdAtMs !== null &&
  silentUntil === null &&
  (condition === 'above' ? cents >= value : cents <= value);
