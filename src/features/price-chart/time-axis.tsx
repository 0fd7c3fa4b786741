/** Time axis of the chart: a mark and a label at round local times, and “ahora” at its end. */
import { dateFormat } from '#domain/intl-formats.ts';
import { clockTime, dayAndMonth, longDateTime } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import styles from './price-chart.module.css';
import { type TimeTick, timeTicks } from './time-ticks.ts';
import { fractionOf, type TimeWindow } from './time-window.ts';

/** Room for the longest label: `12:30` and `31 dic` are 40 px wide. */
const gapPx = 58;

interface TimeAxisProps {
  readonly window: TimeWindow;
  readonly widthPx: number;
  /** Whether the window ends at the last reading. */
  readonly endsNow: boolean;
}

export function TimeAxis({ window, widthPx, endsNow }: TimeAxisProps) {
  const ticks = timeTicks(window, { widthPx, gapPx, hasEnd: endsNow });
  const hasDays = ticks.some(({ unit }) => unit !== 'month' && unit !== 'year');
  return (
    <div className="xlab" aria-hidden="true">
      {ticks.map((tick) => {
        const fraction = fractionOf(window, tick.atMs);
        return (
          <span
            key={tick.atMs}
            className={sideOf(fraction * widthPx, widthPx)}
            style={{ left: `${fraction * 100}%` }}
            title={longDateTime(new Date(tick.atMs))}
          >
            {labelOf(tick, hasDays)}
          </span>
        );
      })}
      {endsNow && (
        <span className={styles['is-last']} style={{ left: '100%' }}>
          {copy.now}
        </span>
      )}
    </div>
  );
}

/** A label at an edge of the chart stays within it. */
function sideOf(leftPx: number, widthPx: number): string | undefined {
  if (leftPx < gapPx / 2) return styles['is-first'];
  return widthPx - leftPx < gapPx / 2 ? styles['is-last'] : undefined;
}

function labelOf({ atMs, unit }: TimeTick, hasDays: boolean): string {
  const at = new Date(atMs);
  if (unit === 'minute' || unit === 'hour') return clockTime(at);
  if (hasDays) return dayAndMonth(at);
  return dateFormat(unit === 'year' ? { year: 'numeric' } : { month: 'short' }).format(at);
}
