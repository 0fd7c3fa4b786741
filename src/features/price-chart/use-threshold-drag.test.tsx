/** Dragging a threshold's line by pointer and keys: where it is shown, and what is saved or opened. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useThresholdDrag } from './use-threshold-drag.ts';

const onMoving = vi.fn();
const onMoved = vi.fn();
const onPressed = vi.fn();

/** On a chart of 0 to 100 €, one euro per pixel. */
function Line({ savedCents }: { savedCents: number }) {
  const chart = useRef<HTMLDivElement>(null);
  const scale = { low: 0, high: 10_000 };
  const drag = useThresholdDrag({ chart, scale, savedCents, onMoving, onMoved, onPressed });
  return (
    <div ref={chart}>
      <div role="slider" aria-valuenow={drag.cents ?? savedCents} tabIndex={0} {...drag.handlers} />
    </div>
  );
}

const top = { x: 0, y: 30, left: 0, top: 30, right: 200, bottom: 130, width: 200, height: 100 };
beforeEach(() => {
  vi.clearAllMocks();
  // Anywhere on the page: a line is measured from the chart's own top.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...top,
    toJSON: () => '',
  });
});

/** `down 50, move 40`: pixels from the chart's top; anything else is a key. */
function perform(line: HTMLElement, gestures: string): void {
  for (const gesture of gestures.split(', ')) {
    const [what = '', y] = gesture.split(' ');
    const pointer = { clientY: top.top + Number(y) };
    if (what === 'down') fireEvent.pointerDown(line, pointer);
    else if (what === 'move') fireEvent.pointerMove(line, pointer);
    else if (what === 'up') fireEvent.pointerUp(line, pointer);
    else if (what === 'cancel') fireEvent.pointerCancel(line);
    else if (what === 'leave') fireEvent.blur(line);
    else fireEvent.keyDown(line, { key: what === 'Space' ? ' ' : what });
  }
}

it.each([
  ['moves from its grip, and is saved there', 'down 53, move 43, up 43, up 43', 6_000, [6_000]],
  ['moves from four pixels on', 'down 50, move 47', 5_000, []],
  ['is not saved where it was', 'down 50, move 40, move 50, up 50', 5_000, []],
  ['stays when the browser takes the pointer', 'down 50, move 80, cancel, up 80', 5_000, []],
  ['goes on though the focus is lost', 'down 50, move 40, leave, up 40', 6_000, [6_000]],
  ['goes no lower than a cent', 'down 40, move 36, move 500, up 500', 1, [1]],
  ['goes up by keys, and Enter saves', 'ArrowUp, ArrowRight, PageUp, Enter', 5_120, [5_120]],
  ['goes down by keys', 'ArrowDown, ArrowLeft, PageDown, Space', 4_880, [4_880]],
  ['is saved by what has the focus next', 'End, leave', 10_000, [10_000]],
  ['comes back by Escape', 'PageUp, Escape, leave', 5_000, []],
])('a line %s', (_what, gestures, shownCents, saved) => {
  render(<Line savedCents={5_000} />);
  const line = screen.getByRole('slider');
  perform(line, gestures);
  if (saved.length === 0) expect(line).toHaveAttribute('aria-valuenow', String(shownCents));
  expect(onMoved.mock.calls.flat()).toEqual(saved);
  expect(onPressed).not.toHaveBeenCalled();
});

it.each(['down 50, move 52, up 52', 'Enter', 'Space'])('%s opens its threshold', (gestures) => {
  render(<Line savedCents={5_000} />);
  perform(screen.getByRole('slider'), gestures);
  expect([onPressed.mock.calls.length, onMoved.mock.calls.length]).toEqual([1, 0]);
});
