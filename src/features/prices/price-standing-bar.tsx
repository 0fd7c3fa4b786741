/** “¿Es buen precio?”: a thin bar from the lowest to the highest price of a month with its median and a dot, and a sentence. */
import type { CSSProperties } from 'react';
import { priceStanding, standingSentence } from '#domain/price-standing.ts';
import { standingCopy as copy } from '#src/copy/price-standing.ts';
import styles from './price-standing-bar.module.css';

export function PriceStandingBar(props: {
  /** Floors of the last days, one a day; undefined until they are known. */
  readonly month: readonly number[] | undefined;
  /** null: nothing on sale. */
  readonly cents: number | null;
  /** The bar alone, as in a row; the sentence is for screen readers. */
  readonly isSmall?: boolean;
}) {
  const { month, cents, isSmall = false } = props;
  if (isSmall && (month === undefined || cents === null)) return null;
  const standing = month === undefined || cents === null ? null : priceStanding(month, cents);
  const isUnknown = month === undefined || cents === null;
  const sentence =
    standing !== null ? standingSentence(standing) : isUnknown ? '\u00A0' : copy.unknown;
  const bar = standing !== null && cents !== null && (
    <span
      className={styles.bar}
      style={
        {
          '--dot': shareOf(cents, standing.lowCents, standing.highCents),
          '--median': shareOf(standing.medianCents, standing.lowCents, standing.highCents),
        } as CSSProperties
      }
    />
  );
  const sample = standing === null ? undefined : copy.sample(standing.days);
  if (isSmall)
    return (
      <span className={styles.small} title={standing === null ? undefined : sentence}>
        {bar}
        <span className="vh">{sentence}</span>
      </span>
    );
  return (
    <p className={`meta ${styles.standing}`}>
      <span>{copy.question}</span>
      {bar}
      <b title={sample}>{sentence}</b>
    </p>
  );
}

const shareOf = (cents: number, low: number, high: number): number =>
  high === low ? 0.5 : (cents - low) / (high - low);
