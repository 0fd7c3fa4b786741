/** Price that flashes up or down when it changes, by a CSS animation without layout shift. */
import { useState } from 'react';
import { Price } from './price.tsx';

export interface FlashingPriceProps {
  /** Compared to detect a change; `figure` is what is shown. */
  readonly cents: number;
  readonly figure: string;
  readonly symbol: string;
}

export function FlashingPrice({ cents, figure, symbol }: FlashingPriceProps) {
  const [shown, setShown] = useState({ cents, changes: 0, flash: '' });
  if (shown.cents !== cents) {
    const flash = cents < shown.cents ? 'is-down' : 'is-up';
    setShown({ cents, changes: shown.changes + 1, flash });
  }
  // A new key per change restarts the animation.
  return <Price key={shown.changes} figure={figure} symbol={symbol} className={shown.flash} />;
}
