/** Barcode of past prices: higher prices are wider bars, those past the threshold in its colour. Decorative. */
import styles from './barcode.module.css';

const maxBars = 46;
const narrow = 2;
/** Width that the price adds, in pixels. */
const priceSpan = 2;
/** Widths that the position adds: bars of a price that stands still would be a plain stripe. */
const rhythm = [0, 2, 0, 1, 0, 0, 2, 1, 0, 2, 0] as const;

export function Barcode(props: {
  /** Oldest first, in cents. */
  readonly values: readonly number[];
  readonly isPast: (cents: number) => boolean;
}) {
  const values = props.values.slice(-maxBars);
  if (values.length === 0) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (
    <div className="stub-code" aria-hidden="true">
      {values.map((value, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
          key={index}
          className={props.isPast(value) ? styles.s : undefined}
          style={{
            width: `${narrow + Math.round(((value - low) / span) * priceSpan) + (rhythm[index % rhythm.length] ?? 0)}px`,
          }}
        />
      ))}
    </div>
  );
}
