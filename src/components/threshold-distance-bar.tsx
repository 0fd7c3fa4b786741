/** Bar of the distance between price and threshold: crossed to the left of the line, still to go to the right. */
import type { CSSProperties, ReactNode } from 'react';
import styles from './threshold-distance-bar.module.css';

export function ThresholdDistanceBar(props: {
  /** Fraction of the price: 0.026 = 2.6 % to go; 0 or less = crossed. */
  readonly distance: number;
  readonly children: ReactNode;
}) {
  const percent = Math.min(42, Math.max(-10, props.distance * 100));
  const style = { '--k': percent.toFixed(2) } as CSSProperties;
  const bar = {
    '--p': `calc(var(--line) + ${percent.toFixed(2)} * var(--u, 1.739%))`,
  } as CSSProperties;
  return (
    <div className="dist" role="gridcell" style={style}>
      <span className="dist__say">{props.children}</span>
      <span className={styles.dist__bar} style={bar} />
    </div>
  );
}
