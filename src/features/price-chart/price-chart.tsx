/** The price chart of the match page and of the threshold form: price line, axes, threshold lines, mails, readout. Lazy-loaded chunk. */
import { type PointerEvent, useCallback, useId, useRef, useState } from 'react';
import { signedPercent, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { ChartFoot } from './chart-foot.tsx';
import { ChartReadout, type PriceNow } from './chart-readout.tsx';
import { type PlacedLine, placeLines } from './place-lines.ts';
import { atStart, drawnSeries, plotScale } from './plot-scale.ts';
import { PlotSlider } from './plot-slider.tsx';
import {
  CurrentPrice,
  currentTagHeight,
  PriceGrid,
  PriceLabels,
  PriceLevel,
  shortened,
  tagPx,
} from './price-axis.tsx';
import styles from './price-chart.module.css';
import { type PriceOffer, PriceOfferButton } from './price-offer.tsx';
import { priceAt, yOf } from './price-scale.ts';
import { type PriceSeries, stepAt } from './price-series.ts';
import { priceTicks } from './price-ticks.ts';
import { type ChartSale, SaleMarks, saleNear } from './sale-marks.tsx';
import { SpikeMarks } from './spike-marks.tsx';
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

/** A price to beat. */
interface ChartLevel {
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
  readonly levels?: readonly ChartLevel[];
  /** Every firing of a preview, in epoch milliseconds: a tick each on the time axis. */
  readonly firings?: readonly number[];
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
  const { series, bounds, currency, onWindow, onOffer } = props;
  const { compared = noSeries } = props;
  const chart = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLSpanElement>(null);
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
    onPress: ({ y }) => mark(priceAt(scale, y), y, 'press'),
  });
  const window = gestures.shown;
  const [cutsSpikes, setCutsSpikes] = useState(true);
  const [wantsShares, setWantsShares] = useState(false);
  // Compared in per cent since the start, lines and what stands at a price have no place.
  const isShared = wantsShares && compared.length > 0;
  const lines = isShared ? noLines : props.lines;
  const levels = isShared ? [] : (props.levels ?? []);
  const drawn = [series, ...compared.map((other) => other.series)].map((item) =>
    drawnSeries(item, window, isShared),
  );
  const toScale = drawn[0]?.toScale ?? ((cents: number) => cents);
  const format = (value: number) =>
    isShared ? signedPercent(value - atStart) : thresholdMoney(value, currency);
  const values = [
    ...lines.map(({ threshold }) => threshold.value),
    ...levels.map(({ cents }) => cents),
  ];
  const { scale, hasSpikes } = plotScale(drawn, window, { lines: values, cutsSpikes });
  const placed = placeLines(
    values.map((cents, index) => (lines[index]?.id === moving?.id && moving?.cents) || cents),
    scale,
    tagPx / size.height,
  );
  const heights = placed.map(({ tag }) => tag);
  const endsNow = window.untilMs >= series.untilMs;
  const last = endsNow ? stepAt(series.steps, series.untilMs) : null;
  const nowY = last?.cents == null ? null : yOf(scale, toScale(last.cents));
  const tagY = nowY === null ? null : currentTagHeight(nowY, heights, size.height);
  const tags = tagY === null ? heights : [...heights, tagY];
  const ticks = priceTicks(scale, { heightPx: size.height, tags });
  const sales = isShared ? noSales : (props.sales ?? noSales);
  const marks = isShared ? [] : props.marks.filter(({ atMs }) => isWithin(window, atMs));
  const mark = (cents: number, y: number, by: PriceOffer['by']) => {
    if (onOffer !== undefined && !isShared) setOffer({ cents, y, by });
  };
  /** The offer follows the mouse over the plot and on to the axis; not over a line, which can be moved. */
  const followMouse = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || (offer !== null && offer.by !== 'hover')) return;
    const { target, buttons, clientY, currentTarget } = event;
    if (buttons === 0 && (target === plot.current || target === strip.current)) {
      const { top, height } = currentTarget.getBoundingClientRect();
      const y = Math.min(1, Math.max(0, (clientY - top) / height));
      mark(priceAt(scale, y), y, 'hover');
    } else if (!(target instanceof Element && target.closest('button'))) dismissOffer();
  };
  const sale = cursorMs === null ? null : saleNear(sales, window, clampTo(window, cursorMs));
  return (
    <>
      <div
        className={`chart ${styles['chart--live']} ${props.isSmall ? 'chart--mini' : ''}`}
        ref={chart}
        onPointerMove={followMouse}
        onPointerLeave={() => offer?.by === 'hover' && dismissOffer()}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <PriceGrid ticks={ticks} scale={scale} />
          {compared.map((other, index) => (
            <path
              key={other.id}
              className={styles.compared}
              strokeDasharray={other.dash}
              d={stepPath(other.series, window, scale, drawn[index + 1]?.toScale)}
            />
          ))}
          <path className={styles.line} d={stepPath(series, window, scale, toScale)} />
          {(props.firings ?? [])
            .filter((atMs) => isWithin(window, atMs))
            .map((atMs) => {
              const x = fractionOf(window, atMs) * 100;
              return <line key={atMs} className={styles.tick} x1={x} x2={x} y1="94" y2="100" />;
            })}
          <line className={styles.axis} x1="0" x2="100" y1="100" y2="100" />
        </svg>
        <PriceLabels ticks={ticks} scale={scale} format={format} />
        <SpikeMarks
          steps={drawn[0]?.steps ?? []}
          window={window}
          scale={scale}
          widthPx={size.width}
          format={format}
        />
        {levels.map(({ cents, title }, index) => {
          const { height, tag } = placed[lines.length + index] ?? unplaced;
          return (
            <PriceLevel key={title} title={title} text={format(cents)} y={height} tagY={tag} />
          );
        })}
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
            text={format(isShared ? toScale(last.cents) : shortened(last.cents))}
            x={Math.min(1, fractionOf(window, series.untilMs))}
            y={nowY}
            tagY={tagY}
            isCrossed={lines.some((line) => isBeyond(line, last.cents ?? 0))}
          />
        )}
        {onOffer !== undefined && <span ref={strip} className={styles.axisstrip} />}
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
          onMark={onOffer && ((cents) => mark(cents, yOf(scale, cents), 'key'))}
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
        {cursorMs !== null && (
          <ChartReadout
            {...{
              series,
              compared,
              sale,
              window,
              scale,
              currency,
              lines,
              cursorMs,
              now: props.now,
            }}
            shares={isShared ? drawn.map(({ toScale: share }) => share) : undefined}
          />
        )}
        {lines.map((line, index) => (
          <ThresholdLine
            key={line.id}
            line={line}
            isSaved={props.savedId === line.id}
            {...placedAt(placed, index, size.height)}
            chart={chart}
            scale={scale}
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
            key={offer.by}
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
      {onWindow !== undefined && (
        <ChartFoot
          {...{ series, window, bounds, currency, onWindow }}
          choices={[
            ...(hasSpikes ? [{ label: copy.cutSpikes, isOn: cutsSpikes, set: setCutsSpikes }] : []),
            ...(compared.length > 0
              ? [{ label: copy.inShares, isOn: wantsShares, set: setWantsShares }]
              : []),
          ]}
        />
      )}
      <p hidden id={`${hintId}-line`}>
        {props.onEdit === undefined ? copy.draftHandleHint : copy.handleHint}
      </p>
    </>
  );
}

const unplaced: PlacedLine = { height: 0, tag: 0, beyond: null, crowd: 0 };
const noSeries: readonly ComparedSeries[] = [];
const noLines: readonly ChartLine[] = [];
const noSales: readonly ChartSale[] = [];

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
