/** Threshold line on the chart: hatched beyond it since its creation, with a grip; movable by pointer and keys. What it says shows while it is pointed at, focused or moved: nothing stands on the prices. */
import type { CSSProperties, RefObject } from 'react';
import { percent, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { silentUntilText } from '#src/copy/thresholds.ts';
import { useBacktestFirings } from '#src/features/thresholds/use-debounced-preview.ts';
import type { ThresholdDraft } from '#store/api/api-types.ts';
import type { PlacedLine } from './place-lines.ts';
import styles from './price-chart.module.css';
import { clampPrice, type PriceScale } from './price-scale.ts';
import { clampTo, fractionOf, type TimeWindow } from './time-window.ts';
import { useThresholdDrag } from './use-threshold-drag.ts';

export interface ChartLine {
  readonly id: string;
  readonly threshold: ThresholdDraft;
  /** Before that there is no hatch. null: not saved yet, hatched all along. */
  readonly createdAtMs: number | null;
  /** It is snoozed until then: drawn as off. */
  readonly silentUntil?: string | null;
}

interface ThresholdLineProps {
  readonly line: ChartLine;
  readonly isSaved: boolean;
  readonly placed: PlacedLine;
  /** From the line to its tag on the axis, in CSS pixels. */
  readonly tagShiftPx: number;
  readonly chart: RefObject<HTMLElement | null>;
  readonly scale: PriceScale;
  readonly window: TimeWindow;
  readonly target: string;
  readonly floorCents: number | null;
  readonly hintId: string;
  /** While it moves; null at the end of a move. */
  readonly onMoving: (cents: number | null) => void;
  readonly onMoved: (cents: number) => void;
  /** Absent while the threshold is being written in a form. */
  readonly onEdit?: (() => void) | undefined;
}

/** Share of the chart's height above a line that its label needs. */
const labelRoom = 0.09;

export function ThresholdLine(props: ThresholdLineProps) {
  const { threshold, createdAtMs } = props.line;
  const condition = threshold.condition === 'above' ? 'above' : 'below';
  const firesAbove = condition === 'above';
  const move = useThresholdDrag({
    chart: props.chart,
    scale: props.scale,
    savedCents: threshold.value,
    onMoving: props.onMoving,
    onMoved: props.onMoved,
    onPressed: props.onEdit,
  });
  const cents = move.cents ?? threshold.value;
  const price = thresholdMoney(cents, threshold.currency);
  const { height: fraction, beyond, crowd } = props.placed;
  const height = `${fraction * 100}%`;
  const { silentUntil = null } = props.line;
  const label =
    silentUntil !== null
      ? () => silentUntilText(silentUntil)
      : createdAtMs === null
        ? copy.draftLine
        : copy.line;
  const firings = useBacktestFirings(move.cents === null ? null : { ...threshold, value: cents });
  const hint = move.cents === null ? null : hintOf(props, cents, firings);
  const hatchedFrom =
    createdAtMs === null ? 0 : fractionOf(props.window, clampTo(props.window, createdAtMs));
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown, onBlur } =
    move.handlers;
  const pointer = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
  return (
    <>
      {beyond === null && silentUntil === null && (
        <span
          className={`${styles.zone} ${firesAbove ? styles['zone--up'] : ''}`}
          style={{
            left: `${hatchedFrom * 100}%`,
            ...(firesAbove ? { top: 0, height } : { top: height, bottom: 0 }),
          }}
        />
      )}
      <div
        className={`${styles.thrline} ${beyond === null ? '' : styles['thrline--beyond']} ${firesAbove ? styles['thrline--up'] : ''} ${move.cents === null ? '' : styles['is-held']} ${props.isSaved ? styles['is-saved'] : ''} ${silentUntil === null ? '' : styles['thrline--silent']}`}
        style={{ top: height }}
      >
        {beyond === null && (
          <>
            {/* Drag handles for pointers; keyboard and accessible name belong to the slider below. */}
            <span className={styles.thrline__grip} aria-hidden="true" {...pointer} />
            <span
              className={styles.thrline__knob}
              // Grips of near lines stand side by side.
              style={{ '--crowd': crowd } as CSSProperties}
              aria-hidden="true"
              {...pointer}
            />
            <span
              className={`${styles.thrtag} ${fraction < labelRoom ? styles['thrtag--under'] : ''}`}
              aria-hidden="true"
            >
              {hint ?? label(condition, price)}
            </span>
          </>
        )}
        <div
          className={styles.thrline__price}
          style={{ marginTop: props.tagShiftPx }}
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={copy.handle(props.target, condition)}
          aria-describedby={props.hintId}
          aria-valuemin={clampPrice(Math.min(props.scale.low, cents)) / 100}
          aria-valuemax={clampPrice(Math.max(props.scale.high, cents)) / 100}
          aria-valuenow={cents / 100}
          aria-valuetext={[price, silentUntil && silentUntilText(silentUntil), hint]
            .filter(Boolean)
            .join(', ')}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          {...pointer}
        >
          <span className={`${styles.ylab} ${styles['ylab--thr']}`}>
            {beyond !== null && (beyond === 'top' ? '↑ ' : '↓ ')}
            {price}
          </span>
        </div>
      </div>
    </>
  );
}

/** While the line moves: that it is not saved, how far the price is, and how often it would have fired. */
function hintOf(props: ThresholdLineProps, cents: number, firings: number | null): string {
  const { floorCents, line } = props;
  const isAlready =
    floorCents !== null &&
    (line.threshold.condition === 'above' ? floorCents >= cents : floorCents <= cents);
  const parts: string[] = line.createdAtMs === null ? [] : [copy.unsaved];
  if (isAlready) parts.push(copy.already);
  else if (floorCents !== null)
    parts.push(copy.distance(percent((Math.abs(cents - floorCents) / floorCents) * 10_000)));
  if (firings !== null && !isAlready) parts.push(copy.wouldHaveFired(firings));
  return parts.join(' · ');
}
