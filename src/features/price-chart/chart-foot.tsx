/** Below the chart: lowest, mean and highest price of what it shows, and buttons that zoom. */
import { clockTime, dayAndMonth, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import styles from './chart-foot.module.css';
import { priceFigures } from './price-figures.ts';
import type { PriceSeries } from './price-series.ts';
import { minSpanMs, spanOf, type TimeWindow, zoom } from './time-window.ts';

interface ChartFootProps {
  readonly series: PriceSeries;
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  readonly currency: string;
  /** null: the whole period. */
  readonly onWindow: (window: TimeWindow | null) => void;
  /** Switches of how the prices are drawn. */
  readonly choices?: readonly Choice[];
}

interface Choice {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

export function ChartFoot(props: ChartFootProps) {
  return (
    <div className={styles.chartfoot}>
      <Figures {...props} />
      <ZoomButtons {...props} />
    </div>
  );
}

function Figures({ series, window, currency }: ChartFootProps) {
  const figures = priceFigures(series, window);
  const rows = [
    [copy.low, figures?.low.cents, figures?.low.atMs],
    [copy.mean, figures?.meanCents, undefined],
    [copy.high, figures?.high.cents, figures?.high.atMs],
  ] as const;
  return (
    <dl className={styles.chartfigs}>
      {rows.map(([label, cents, atMs]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{cents === undefined ? copy.unknown : thresholdMoney(cents, currency)}</b>
            <span>{atMs === undefined ? copy.ofShown : moment(atMs)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ZoomButtons({ window, bounds, onWindow, choices = [] }: ChartFootProps) {
  const isWhole = spanOf(window) >= spanOf(bounds);
  const zoomBy = (factor: number) =>
    onWindow(zoom(window, bounds, { atMs: (window.fromMs + window.untilMs) / 2, factor }));
  return (
    <div className="chartzoom" role="group" aria-label={copy.zoom}>
      <span className="meta" role="status">
        {isWhole ? '' : copy.period(moment(window.fromMs), moment(window.untilMs))}
      </span>
      {!isWhole && (
        <button type="button" className="linkbtn hit" onClick={() => onWindow(null)}>
          {copy.zoomReset}
        </button>
      )}
      {choices.map(({ label, isOn, set }) => (
        <label key={label} className="chk meta">
          <input type="checkbox" checked={isOn} onChange={() => set(!isOn)} />
          {label}
        </label>
      ))}
      <span className={styles.zoombtns}>
        <button
          type="button"
          className={styles.zoombtn}
          aria-label={copy.zoomOut}
          disabled={isWhole}
          onClick={() => zoomBy(2)}
        >
          −
        </button>
        <button
          type="button"
          className={styles.zoombtn}
          aria-label={copy.zoomIn}
          disabled={spanOf(window) <= minSpanMs}
          onClick={() => zoomBy(0.5)}
        >
          +
        </button>
      </span>
    </div>
  );
}

const moment = (atMs: number): string =>
  `${dayAndMonth(new Date(atMs))}, ${clockTime(new Date(atMs))}`;
