/** Prices beyond the chart's scale: an arrow at its edge with the price, of several near each other the furthest. */
import styles from './price-chart.module.css';
import type { PriceScale } from './price-scale.ts';
import type { PriceStep } from './price-series.ts';
import { fractionOf, type TimeWindow } from './time-window.ts';

/** Room for the longest label. */
const gapPx = 60;

interface Spike {
  readonly cents: number;
  /** Fraction of the width. */
  readonly x: number;
  readonly isHigh: boolean;
}

export function SpikeMarks(props: {
  /** Within the window, in the scale's unit. */
  readonly steps: readonly PriceStep[];
  readonly window: TimeWindow;
  readonly scale: PriceScale;
  readonly widthPx: number;
  readonly format: (value: number) => string;
}) {
  return spikesOf(props).map(({ cents, x, isHigh }) => (
    <span
      key={`${x}-${isHigh}`}
      className={`${styles.spike} ${isHigh ? '' : styles['spike--low']} ${x > 0.8 ? styles['spike--left'] : ''}`}
      aria-hidden="true"
      style={{ left: `${x * 100}%` }}
    >
      {isHigh ? '↑' : '↓'} {props.format(cents)}
    </span>
  ));
}

function spikesOf({ steps, window, scale, widthPx }: Parameters<typeof SpikeMarks>[0]): Spike[] {
  const spikes: Spike[] = [];
  for (const { atMs, cents } of steps) {
    if (cents === null || (cents <= scale.high && cents >= scale.low)) continue;
    const spike = { cents, x: fractionOf(window, atMs), isHigh: cents > scale.high };
    const index = spikes.findLastIndex(({ isHigh }) => isHigh === spike.isHigh);
    const near = spikes[index];
    if (near === undefined || (spike.x - near.x) * widthPx > gapPx) spikes.push(spike);
    else if (spike.isHigh ? cents > near.cents : cents < near.cents) spikes[index] = spike;
  }
  return spikes;
}
