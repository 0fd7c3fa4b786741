/** Price axis of the chart: grid lines and labels at round prices, and the ink tag of the price now. */
import styles from './price-chart.module.css';
import { type PriceScale, yOf } from './price-scale.ts';
import { type PriceTicks, placeTag } from './price-ticks.ts';

export function PriceGrid({ ticks, scale }: { ticks: PriceTicks; scale: PriceScale }) {
  return ticks.grid.map((cents) => {
    const y = yOf(scale, cents) * 100;
    return <line key={cents} className={styles.grid} x1="0" x2="100" y1={y} y2={y} />;
  });
}

export function PriceLabels(props: {
  readonly ticks: PriceTicks;
  readonly scale: PriceScale;
  readonly format: (value: number) => string;
}) {
  return props.ticks.labels.map((cents) => (
    <span
      key={cents}
      className={styles.ylab}
      aria-hidden="true"
      style={{ top: `${yOf(props.scale, cents) * 100}%` }}
    >
      {props.format(cents)}
    </span>
  ));
}

/** Height of a tag in CSS pixels. */
export const tagPx = 26;

/** Height of the tag of the price now: beside its dot, unless a threshold's tag is there. */
export const currentTagHeight = (
  fraction: number,
  lineHeights: readonly number[],
  heightPx: number,
): number => placeTag(fraction, lineHeights, tagPx / heightPx);

/** The last price: a dot at the end of the line, red beyond a threshold, and its tag on the axis. */
export function CurrentPrice(props: {
  readonly text: string;
  /** Position of the dot, as fractions of the chart. */
  readonly x: number;
  readonly y: number;
  readonly tagY: number;
  readonly isCrossed: boolean;
}) {
  return (
    <>
      <span
        className={`${styles.pt} ${styles['pt--end']} ${props.isCrossed ? styles['pt--hit'] : ''}`}
        style={{ left: `${props.x * 100}%`, top: `${props.y * 100}%` }}
      />
      <span
        className={`${styles.ylab} ${styles['ylab--thr']} ${styles['ylab--now']}`}
        aria-hidden="true"
        style={{ top: `${props.tagY * 100}%` }}
      >
        {props.text}
      </span>
    </>
  );
}

/** From a thousand on without cents, for which the tag has no room; the readout and the page show them. */
export const shortened = (cents: number): number =>
  cents < 100_000 ? cents : Math.round(cents / 100) * 100;

/** A price that is no threshold's, as the one that a low has to beat: a line and its tag, which do not move. */
export function PriceLevel(props: {
  readonly text: string;
  readonly title: string;
  /** Of the line and of its tag, as fractions of the height. */
  readonly y: number;
  readonly tagY: number;
}) {
  return (
    <>
      <span className={styles.level} title={props.title} style={{ top: `${props.y * 100}%` }} />
      <span
        className={`${styles.ylab} ${styles['ylab--thr']} ${styles['ylab--level']}`}
        title={props.title}
        style={{ top: `${props.tagY * 100}%` }}
      >
        {props.text}
      </span>
    </>
  );
}
