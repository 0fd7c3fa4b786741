/** Sparkline of seven days as a step line. The y range spans at least 8 % of the price. Decorative. */
import type { CSSProperties } from 'react';
import styles from './sparkline.module.css';

const height = 34;
const margin = 1.8;

export function Sparkline({
  values,
  threshold,
}: {
  /** Oldest first, in cents; null where nothing was listed. */
  readonly values: readonly (number | null)[];
  /** Cents; drawn dashed when within 12 % of the last price. */
  readonly threshold: number | null;
}) {
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return <div className={styles.sparkbox} />;
  const near = threshold !== null && Math.abs(threshold - last) <= last * 0.12 ? threshold : null;
  const scale = scaleOf(near === null ? known : [...known, near], last);
  const step = 100 / Math.max(values.length, 1);
  return (
    <div
      className={styles.sparkbox}
      style={{ '--end': `${(scale(last) / height) * 100}` } as CSSProperties}
    >
      <svg
        className={styles.spark}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {near !== null && <line x1="0" x2="100" y1={scale(near)} y2={scale(near)} />}
        <path d={stepPath(values, step, scale)} />
      </svg>
    </div>
  );
}

function scaleOf(values: readonly number[], last: number): (value: number) => number {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const missing = Math.max(0, last * 0.08 - (high - low)) / 2;
  const bottom = low - missing;
  const span = high + missing - bottom || 1;
  return (value) => height - margin - ((value - bottom) / span) * (height - 2 * margin);
}

/** A gap in the line where nothing was listed. */
function stepPath(
  values: readonly (number | null)[],
  step: number,
  scale: (value: number) => number,
): string {
  let pen: 'up' | 'down' = 'up';
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) {
      pen = 'up';
      continue;
    }
    const x = (index * step).toFixed(1);
    const y = scale(value).toFixed(1);
    path += pen === 'up' ? `M${x} ${y}` : `V${y}`;
    path += `H${((index + 1) * step).toFixed(1)}`;
    pen = 'down';
  }
  return path;
}
