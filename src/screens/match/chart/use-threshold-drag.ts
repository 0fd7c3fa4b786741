/** Moving a threshold's line by pointer, finger or keys. Nothing is saved until it is let go, entered or left. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { clampPrice, type PriceScale, priceAt, stepFor } from './price-scale.ts';

/** Less than this is a press, not a move. */
const slackPx = 4;
const pageSteps = 10;

export interface ThresholdDrag {
  /** Where the line is being held; null = where it was saved. */
  readonly cents: number | null;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(): void;
    onKeyDown(event: KeyboardEvent): void;
    onBlur(): void;
  };
}

export function useThresholdDrag(line: {
  readonly chart: RefObject<HTMLElement | null>;
  readonly scale: PriceScale;
  readonly savedCents: number;
  readonly onMoved: (cents: number) => void;
  /** Pressed without being moved. */
  readonly onPressed: () => void;
}): ThresholdDrag {
  const [shown, setShown] = useState<number | null>(null);
  // Two events may come before the next render: what is held is held here.
  const held = useRef<number | null>(null);
  const grip = useRef<{ readonly y: number; moved: boolean } | null>(null);
  const hold = (cents: number | null) => {
    held.current = cents;
    setShown(cents);
  };
  const leave = () => {
    grip.current = null;
    hold(null);
  };
  const finish = () => {
    const cents = held.current;
    leave();
    if (cents !== null && cents !== line.savedCents) line.onMoved(cents);
  };
  const keys: Record<string, (from: number) => number> = {
    ArrowUp: (from) => from + stepFor(from),
    ArrowRight: (from) => from + stepFor(from),
    ArrowDown: (from) => from - stepFor(from),
    ArrowLeft: (from) => from - stepFor(from),
    PageUp: (from) => from + pageSteps * stepFor(from),
    PageDown: (from) => from - pageSteps * stepFor(from),
    Home: () => line.scale.low,
    End: () => line.scale.high,
  };
  return {
    cents: shown,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { y: event.clientY, moved: false };
      },
      onPointerMove(event) {
        const gripped = grip.current;
        const box = line.chart.current?.getBoundingClientRect();
        if (gripped === null || box === undefined) return;
        if (!gripped.moved && Math.abs(event.clientY - gripped.y) < slackPx) return;
        gripped.moved = true;
        hold(priceAt(line.scale, (event.clientY - box.top) / box.height));
      },
      onPointerUp() {
        if (grip.current === null) return;
        if (grip.current.moved) finish();
        else {
          leave();
          line.onPressed();
        }
      },
      onPointerCancel: leave,
      onKeyDown(event) {
        const move = keys[event.key];
        if (move !== undefined) hold(clampPrice(move(held.current ?? line.savedCents)));
        else if (event.key === 'Escape' && held.current !== null) leave();
        else if (event.key === 'Enter' || event.key === ' ') {
          if (held.current === null) line.onPressed();
          else finish();
        } else return;
        event.preventDefault();
      },
      // A finger or a pointer is still holding it when the focus goes.
      onBlur() {
        if (grip.current === null) finish();
      },
    },
  };
}
