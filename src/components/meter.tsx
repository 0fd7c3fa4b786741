/** Progress bar of a usage against its limit. */
import styles from './meter.module.css';

export function Meter(props: {
  readonly label: string;
  readonly value: number;
  /** null = no limit. */
  readonly max: number | null;
}) {
  const max = props.max ?? Math.max(props.value, 1);
  const percent = Math.min(100, (props.value / max) * 100);
  return (
    <div
      className={styles.meter}
      role="progressbar"
      aria-valuenow={Math.min(props.value, max)}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-label={props.label}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}
