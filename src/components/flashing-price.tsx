/** A price that washes over when it changes: towards the edge it moved to, and without moving anything. */
import { useState } from 'react';
import { Price } from './price.tsx';

export interface FlashingPriceProps {
  /** What is compared; the figure is what is read. */
  readonly cents: number;
  readonly figure: string;
  readonly sign: string;
}

export function FlashingPrice({ cents, figure, sign }: FlashingPriceProps) {
  const [shown, setShown] = useState({ cents, turn: 0, flash: '' });
  if (shown.cents !== cents) {
    const flash = cents < shown.cents ? 'is-down' : 'is-up';
    setShown({ cents, turn: shown.turn + 1, flash });
  }
  // A new element for each change, so that a second one starts the wash again.
  return <Price key={shown.turn} figure={figure} sign={sign} className={shown.flash} />;
}
