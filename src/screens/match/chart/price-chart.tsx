/** The large price chart: price line, data gaps, threshold lines, a dot per mail sent. Lazy-loaded chunk. */
import { useId, useMemo, useRef } from 'react';
import {
  clockTime,
  dayAndMonth,
  longDateTime,
  shortWeekdayDate,
  thresholdMoney,
} from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart.ts';
import type { AlertItem, HistoryRange } from '#store/api/api-types.ts';
import { ChartReadout } from './chart-readout.tsx';
import { scaleFor, ticksFor, yOf } from './price-scale.ts';
import { dayMs, type PriceSeries } from './price-series.ts';
import { type ChartLine, ThresholdLine } from './threshold-line.tsx';
import { UPlotCanvas } from './uplot-canvas.tsx';

export interface PriceChartProps {
  readonly series: PriceSeries;
  readonly range: HistoryRange;
  readonly currency: string;
  /** Name of the collectible. */
  readonly target: string;
  readonly floorCents: number | null;
  readonly lines: readonly ChartLine[];
  readonly mails: readonly AlertItem[];
  readonly onMoved: (line: ChartLine, cents: number) => void;
  readonly onEdit: (line: ChartLine) => void;
}

export function PriceChart(props: PriceChartProps) {
  const { series, currency, lines } = props;
  const chart = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const { scale, ticks, heights } = useMemo(() => {
    const known = series.steps.flatMap(({ cents }) => (cents === null ? [] : [cents]));
    const values = lines.map(({ umbral }) => umbral.valor);
    const fitting = scaleFor(known.length > 0 ? known : [...values, 100], values);
    return {
      scale: fitting,
      ticks: ticksFor(fitting),
      heights: values.map((cents) => yOf(fitting, cents)),
    };
  }, [series, lines]);
  const spanMs = Math.max(series.untilMs - series.fromMs, 1);
  const visibleMails = props.mails.filter(
    ({ observedAt }) => Date.parse(observedAt) >= series.fromMs,
  );
  return (
    <>
      <div className="chart chart--live" ref={chart}>
        <UPlotCanvas series={series} scale={scale} ticks={ticks} />
        {ticks
          .filter((cents) => heights.every((height) => isApart(height, yOf(scale, cents))))
          .map((cents) => (
            <span
              key={cents}
              className="ylab"
              aria-hidden="true"
              style={{ top: `${yOf(scale, cents) * 100}%` }}
            >
              {thresholdMoney(cents, currency)}
            </span>
          ))}
        {visibleMails.map((mail) => (
          <span
            key={mail.id}
            className="pt pt--hit"
            title={copy.mailAt(longDateTime(mail.delivery.sentAt ?? mail.observedAt))}
            style={{
              left: `${Math.min(1, (Date.parse(mail.observedAt) - series.fromMs) / spanMs) * 100}%`,
              top: `${yOf(scale, mail.valueCents) * 100}%`,
            }}
          />
        ))}
        <ChartReadout
          series={series}
          scale={scale}
          range={props.range}
          currency={currency}
          label={copy.readout(props.target)}
          hintId={`${hintId}-time`}
          lines={lines.map(({ umbral }) => umbral)}
        />
        {lines.map((line) => (
          <ThresholdLine
            key={line.id}
            line={line}
            chart={chart}
            scale={scale}
            series={series}
            target={props.target}
            floorCents={props.floorCents}
            hintId={`${hintId}-line`}
            onMoved={(cents) => props.onMoved(line, cents)}
            onEdit={() => props.onEdit(line)}
          />
        ))}
      </div>
      <TimeLabels {...series} />
      <p hidden id={`${hintId}-time`}>
        {copy.readoutHint}
      </p>
      <p hidden id={`${hintId}-line`}>
        {copy.handleHint}
      </p>
    </>
  );
}

/** Whether an axis label is clear of a threshold's price label; heights as fractions of the chart. */
const isApart = (height: number, other: number) => Math.abs(height - other) > 0.08;

const labelCount = 5;

function TimeLabels({ fromMs, untilMs }: PriceSeries) {
  const spanMs = untilMs - fromMs;
  const format = (atMs: number) =>
    spanMs <= 2 * dayMs ? clockTime(new Date(atMs)) : dayAndMonth(new Date(atMs));
  return (
    <div className="xlab" aria-hidden="true">
      {Array.from({ length: labelCount }, (_, index) => {
        const fraction = index / (labelCount - 1);
        const atMs = fromMs + fraction * spanMs;
        return (
          <span
            key={fraction}
            style={{ left: `${fraction * 100}%` }}
            title={shortWeekdayDate(new Date(atMs))}
          >
            {index === labelCount - 1 ? copy.now : format(atMs)}
          </span>
        );
      })}
    </div>
  );
}
