/** How far a price is from a threshold, in words and as a bar: crossed to the left of the line, still to go to the right. */
import type { CSSProperties } from 'react';
import { percent } from '#src/copy/format.ts';
import {
  crossed,
  crossedText,
  missing,
  type RuleToFormat,
  ruleSentence,
} from '#src/copy/thresholds.ts';
import styles from './threshold-distance.module.css';

export function ThresholdDistance(props: {
  readonly rule: RuleToFormat;
  readonly cents: number;
  /** See `distanceBp` of the domain. */
  readonly distance: number;
}) {
  const { rule, cents, distance } = props;
  const share = Math.min(42, Math.max(-10, distance / 100)).toFixed(2);
  const style = { '--k': share } as CSSProperties;
  const bar = { '--p': `calc(var(--line) + ${share} * var(--u, 1.739%))` } as CSSProperties;
  return (
    <div className="dist" role="gridcell" style={style}>
      <span className="dist__say">
        {distance <= 0 ? (
          <b>{crossedBy(rule, cents)}</b>
        ) : (
          <>
            {missing} <b>{percent(distance)}</b>
          </>
        )}{' '}
        · {ruleSentence(rule)}
      </span>
      <span className={styles.dist__bar} style={bar} />
    </div>
  );
}

/** Of a change, whose value is no price, only that it is. */
const crossedBy = ({ condition, value, currency }: RuleToFormat, cents: number): string =>
  condition === 'change' ? crossed : crossedText(Math.abs(cents - value), currency);
