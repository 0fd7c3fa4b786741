/** Threshold line on the chart: hatched beyond it, its price at the edge, movable by pointer and keys. */
import type { RefObject } from 'react';
import { thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart.ts';
import type { Umbral } from '#store/api/api-types.ts';
import { clampPrice, type PriceScale, yOf } from './price-scale.ts';
import { labelSide, type PriceSeries } from './price-series.ts';
import { useThresholdDrag } from './use-threshold-drag.ts';

export interface ChartLine {
  readonly id: string;
  readonly umbral: Umbral;
}

interface ThresholdLineProps {
  readonly line: ChartLine;
  readonly chart: RefObject<HTMLElement | null>;
  readonly scale: PriceScale;
  readonly series: PriceSeries;
  readonly target: string;
  readonly floorCents: number | null;
  readonly hintId: string;
  readonly onMoved: (cents: number) => void;
  readonly onEdit: () => void;
}

/** Height of a label as a fraction of the chart. */
const tagFraction = 0.09;

export function ThresholdLine(props: ThresholdLineProps) {
  const { umbral } = props.line;
  const condition = umbral.condicion === 'por_encima' ? 'above' : 'below';
  const firesAbove = condition === 'above';
  const move = useThresholdDrag({
    chart: props.chart,
    scale: props.scale,
    savedCents: umbral.valor,
    onMoved: props.onMoved,
    onPressed: props.onEdit,
  });
  const cents = move.cents ?? umbral.valor;
  const price = thresholdMoney(cents, umbral.moneda);
  const fraction = yOf(props.scale, cents);
  const height = `${fraction * 100}%`;
  const wouldFire =
    props.floorCents !== null &&
    (firesAbove ? props.floorCents >= cents : props.floorCents <= cents);
  const tagHeight = (props.scale.high - props.scale.low) * tagFraction;
  // At the top there is no room above the line.
  const isTop = fraction < tagFraction;
  const low = isTop ? cents - tagHeight : cents;
  const end = labelSide(props.series, { low, high: low + tagHeight });
  const hint = move.cents === null ? null : wouldFire ? copy.already : copy.unsaved;
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown, onBlur } =
    move.handlers;
  const pointer = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
  return (
    <>
      <span className="zone" style={firesAbove ? { top: 0, height } : { top: height, bottom: 0 }} />
      <div
        className={`thrline ${firesAbove ? 'thrline--up' : ''} ${move.cents === null ? '' : 'is-held'}`}
        style={{ top: height }}
      >
        {/* Wide drag handle for the mouse; keyboard and accessible name belong to the slider below. */}
        <span className="thrline__grip" aria-hidden="true" {...pointer} />
        <span
          className={`thrtag thrtag--${end} ${isTop ? 'thrtag--under' : ''}`}
          aria-hidden="true"
        >
          {copy.line(condition, price)}
          {hint !== null && ` · ${hint}`}
        </span>
        <div
          className="thrline__price"
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={copy.handle(props.target, condition)}
          aria-describedby={props.hintId}
          aria-valuemin={clampPrice(Math.min(props.scale.low, cents)) / 100}
          aria-valuemax={clampPrice(Math.max(props.scale.high, cents)) / 100}
          aria-valuenow={cents / 100}
          aria-valuetext={hint === null ? price : `${price}, ${hint}`}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          {...pointer}
        >
          <span className="ylab ylab--thr">{price}</span>
        </div>
      </div>
    </>
  );
}
