/** Barcode of past prices: bar width = price, bars past the threshold in its colour. Decorative. */
const maxBars = 46;
const narrow = 2;
const wide = 6;

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
          className={props.isPast(value) ? 's' : undefined}
          style={{ width: `${narrow + Math.round(((value - low) / span) * (wide - narrow))}px` }}
        />
      ))}
    </div>
  );
}
