/** Price that flashes up or down when it changes, by a CSS animation without layout shift. */
import { useState } from 'react';
import styles from './flashing-price.module.css';
import { Price } from './price.tsx';

export interface FlashingPriceProps {
  /** Compared to detect a change; `figure` is what is shown. */
  readonly cents: number;
  readonly figure: string;
  readonly symbol: string;
}

interface Shown {
  readonly cents: number;
  readonly changes: number;
  readonly flash: string | undefined;
}

export function FlashingPrice({ cents, figure, symbol }: FlashingPriceProps) {
  const [shown, setShown] = useState<Shown>({ cents, changes: 0, flash: undefined });
  if (shown.cents !== cents) {
    const flash = cents < shown.cents ? styles['is-down'] : styles['is-up'];
    setShown({ cents, changes: shown.changes + 1, flash });
  }
  // A new key per change restarts the animation.
  return <Price key={shown.changes} figure={figure} symbol={symbol} className={shown.flash} />;
}
