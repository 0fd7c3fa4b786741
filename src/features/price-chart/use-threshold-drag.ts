/** Drags a threshold's line by pointer or keys; saves on release, Enter or blur. Escape cancels. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { clampPrice, type PriceScale, priceAt, stepFor, yOf } from './price-scale.ts';

/** Pointer movement below this counts as a click. */
const slackPx = 4;
const pageSteps = 10;

interface ThresholdDrag {
  /** Price while dragging; null at the saved price. */
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

export function useThresholdDrag(options: {
  readonly chart: RefObject<HTMLElement | null>;
  readonly scale: PriceScale;
  readonly savedCents: number;
  /** At every step of a move; null at its end. */
  readonly onMoving: (cents: number | null) => void;
  readonly onMoved: (cents: number) => void;
  /** Called on a click, and on Enter or Space without a move. */
  readonly onPressed?: (() => void) | undefined;
}): ThresholdDrag {
  const [shown, setShown] = useState<number | null>(null);
  // A ref, as two events may arrive before the next render.
  const draggedCents = useRef<number | null>(null);
  const grip = useRef<{ readonly y: number; readonly above: number; moved: boolean } | null>(null);
  const setDragged = (cents: number | null) => {
    draggedCents.current = cents;
    setShown(cents);
    options.onMoving(cents);
  };
  const reset = () => {
    grip.current = null;
    setDragged(null);
  };
  /** From the pointer down to the line, in CSS pixels: a tag may stand beside its line. Off the scale the pointer counts. */
  const distanceToLine = (event: PointerEvent): number => {
    const { scale, savedCents } = options;
    const box = options.chart.current?.getBoundingClientRect();
    if (box === undefined || savedCents < scale.low || savedCents > scale.high) return 0;
    return box.top + yOf(scale, savedCents) * box.height - event.clientY;
  };
  const finish = () => {
    const cents = draggedCents.current;
    reset();
    if (cents !== null && cents !== options.savedCents) options.onMoved(cents);
  };
  const keys: Record<string, (from: number) => number> = {
    ArrowUp: (from) => from + stepFor(from),
    ArrowRight: (from) => from + stepFor(from),
    ArrowDown: (from) => from - stepFor(from),
    ArrowLeft: (from) => from - stepFor(from),
    PageUp: (from) => from + pageSteps * stepFor(from),
    PageDown: (from) => from - pageSteps * stepFor(from),
    Home: () => options.scale.low,
    End: () => options.scale.high,
  };
  return {
    cents: shown,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { y: event.clientY, above: distanceToLine(event), moved: false };
      },
      onPointerMove(event) {
        const gripped = grip.current;
        const box = options.chart.current?.getBoundingClientRect();
        if (gripped === null || box === undefined) return;
        if (!gripped.moved && Math.abs(event.clientY - gripped.y) < slackPx) return;
        gripped.moved = true;
        setDragged(priceAt(options.scale, (event.clientY + gripped.above - box.top) / box.height));
      },
      onPointerUp() {
        if (grip.current === null) return;
        if (grip.current.moved) finish();
        else {
          reset();
          options.onPressed?.();
        }
      },
      onPointerCancel: reset,
      onKeyDown(event) {
        const move = keys[event.key];
        if (move !== undefined)
          setDragged(clampPrice(move(draggedCents.current ?? options.savedCents)));
        else if (event.key === 'Escape' && draggedCents.current !== null) reset();
        else if (event.key === 'Enter' || event.key === ' ') {
          if (draggedCents.current === null) options.onPressed?.();
          else finish();
        } else return;
        event.preventDefault();
      },
      // A pointer drag goes on when the focus is lost.
      onBlur() {
        if (grip.current === null) finish();
      },
    },
  };
}
