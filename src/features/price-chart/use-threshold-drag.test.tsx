/** Dragging a threshold's line by pointer and keys. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useThresholdDrag } from './use-threshold-drag.ts';

const onMoving = vi.fn();
const onMoved = vi.fn();
const onPressed = vi.fn();

/** A line at 50 € on a chart of 0 to 100 €, one euro per pixel. */
function Line({ savedCents = 5_000 }: { savedCents?: number }) {
  const chart = useRef<HTMLDivElement>(null);
  const { cents, handlers } = useThresholdDrag({
    chart,
    scale: { low: 0, high: 10_000 },
    savedCents,
    onMoving,
    onMoved,
    onPressed,
  });
  return (
    <div ref={chart}>
      <div role="slider" aria-valuenow={cents ?? savedCents} tabIndex={0} {...handlers} />
    </div>
  );
}

let line: HTMLElement;
beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: 0, y: 0, left: 0, top: 0, right: 200, bottom: 100, width: 200, height: 100 },
    toJSON: () => '',
  });
  // jsdom has none.
  Element.prototype.setPointerCapture = () => {};
  render(<Line />);
  line = screen.getByRole('slider');
});
const shown = () => Number(line.getAttribute('aria-valuenow'));

describe('a pointer', () => {
  it('moves the line from where it was gripped, and saves its price where it is let go', () => {
    fireEvent.pointerDown(line, { clientY: 53 });
    fireEvent.pointerMove(line, { clientY: 43 });
    expect([shown(), onMoving.mock.calls]).toEqual([6_000, [[6_000]]]);
    fireEvent.pointerUp(line, { clientY: 43 });
    expect(onMoved.mock.calls).toEqual([[6_000]]);
    expect(onMoving).toHaveBeenLastCalledWith(null);
    expect(onPressed).not.toHaveBeenCalled();
  });

  it('opens the threshold by a click that trembles, and moves nothing', () => {
    fireEvent.pointerDown(line, { clientY: 50 });
    fireEvent.pointerMove(line, { clientY: 52 });
    fireEvent.pointerUp(line, { clientY: 52 });
    expect(onPressed).toHaveBeenCalledOnce();
    expect(onMoved).not.toHaveBeenCalled();
  });

  it('that the browser takes for scrolling leaves the saved price', () => {
    fireEvent.pointerDown(line, { clientY: 50 });
    fireEvent.pointerMove(line, { clientY: 80 });
    fireEvent.pointerCancel(line);
    fireEvent.pointerUp(line, { clientY: 80 });
    expect([shown(), onMoved.mock.calls, onPressed.mock.calls]).toEqual([5_000, [], []]);
  });

  it('moves nothing by another button, or without being down', () => {
    fireEvent.pointerDown(line, { clientY: 50, button: 2 });
    fireEvent.pointerMove(line, { clientY: 80 });
    fireEvent.pointerUp(line, { clientY: 80 });
    expect([shown(), onMoved.mock.calls, onPressed.mock.calls]).toEqual([5_000, [], []]);
  });
});

describe('keys', () => {
  const press = (...keys: readonly string[]) => {
    for (const key of keys) fireEvent.keyDown(line, { key });
  };

  it.each([
    [['ArrowUp', 'ArrowRight', 'PageUp'], 5_120],
    [['ArrowDown', 'ArrowLeft', 'PageDown'], 4_880],
  ])('%j move it, and Enter saves', (keys, cents) => {
    press(...keys);
    expect(shown()).toBe(cents);
    expect(onMoved).not.toHaveBeenCalled();
    press('Enter');
    expect(onMoved.mock.calls).toEqual([[cents]]);
  });

  it('move it to the end of the scale, and what has the focus next saves', () => {
    press('End');
    fireEvent.blur(line);
    expect(onMoved.mock.calls).toEqual([[10_000]]);
  });

  it('cancel by Escape, and open the threshold by Enter where nothing has moved', () => {
    press('PageUp', 'Escape');
    fireEvent.blur(line);
    expect([shown(), onMoved.mock.calls, onPressed.mock.calls]).toEqual([5_000, [], []]);
    press('Enter', ' ');
    expect(onPressed).toHaveBeenCalledTimes(2);
  });
});

describe('a line', () => {
  it('goes by its tag where that stands beside it, and by the pointer where it is off the scale', () => {
    // The tag is gripped ten pixels above the line.
    fireEvent.pointerDown(line, { clientY: 40 });
    fireEvent.pointerMove(line, { clientY: 36 });
    expect(shown()).toBe(5_400);
    fireEvent.pointerMove(line, { clientY: 500 });
    expect(shown()).toBe(1);
    fireEvent.pointerUp(line, { clientY: 500 });
    expect(onMoved.mock.calls).toEqual([[1]]);
  });

  it.each([
    { savedCents: -1, from: 50, to: 60, cents: 4_000 },
    { savedCents: 0, from: 80, to: 40, cents: 4_000 },
    { savedCents: 10_000, from: 20, to: 60, cents: 6_000 },
    { savedCents: 10_001, from: 50, to: 60, cents: 4_000 },
  ])('of $savedCents cents, gripped at $from px and drawn to $to, is at $cents', (drag) => {
    cleanup();
    render(<Line savedCents={drag.savedCents} />);
    line = screen.getByRole('slider');
    fireEvent.pointerDown(line, { clientY: drag.from });
    fireEvent.pointerMove(line, { clientY: drag.to });
    expect(shown()).toBe(drag.cents);
  });

  it('moves from four pixels on, and then back by any', () => {
    fireEvent.pointerDown(line, { clientY: 50 });
    fireEvent.pointerMove(line, { clientY: 47 });
    expect([shown(), onMoving.mock.calls]).toEqual([5_000, []]);
    fireEvent.pointerMove(line, { clientY: 46 });
    expect(shown()).toBe(5_400);
    fireEvent.pointerMove(line, { clientY: 49 });
    expect(shown()).toBe(5_100);
  });

  it('let go where it was is not saved', () => {
    fireEvent.pointerDown(line, { clientY: 50 });
    fireEvent.pointerMove(line, { clientY: 40 });
    fireEvent.pointerMove(line, { clientY: 50 });
    fireEvent.pointerUp(line, { clientY: 50 });
    expect([onMoved.mock.calls, onPressed.mock.calls]).toEqual([[], []]);
    expect(onMoving).toHaveBeenLastCalledWith(null);
  });

  it('goes on by the pointer though the focus is lost, and is let go once', () => {
    fireEvent.pointerDown(line, { clientY: 50 });
    fireEvent.pointerMove(line, { clientY: 40 });
    fireEvent.blur(line);
    expect([shown(), onMoved.mock.calls]).toEqual([6_000, []]);
    fireEvent.pointerUp(line, { clientY: 40 });
    fireEvent.pointerUp(line, { clientY: 40 });
    expect([onMoved.mock.calls, onPressed.mock.calls]).toEqual([[[6_000]], []]);
  });

  it('follows no pointer that only passes', () => {
    fireEvent.pointerMove(line, { clientY: 10 });
    fireEvent.pointerUp(line, { clientY: 10 });
    expect([shown(), onMoving.mock.calls, onPressed.mock.calls]).toEqual([5_000, [], []]);
  });

  it('goes by keys to the ends of the scale, no lower than a cent, and leaves other keys', () => {
    fireEvent.keyDown(line, { key: 'Home' });
    expect(shown()).toBe(1);
    fireEvent.keyDown(line, { key: 'ArrowUp' });
    expect(shown()).toBe(11);
    const isLeft = (key: string) => fireEvent.keyDown(line, { key });
    expect(['Escape', 'Escape', 'Tab', 'a', 'Enter', 'End'].map(isLeft)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

it('a chart anywhere on the page is measured from its own top', () => {
  vi.mocked(Element.prototype.getBoundingClientRect).mockReturnValue({
    ...{ x: 0, y: 30, left: 0, top: 30, right: 200, bottom: 130, width: 200, height: 100 },
    toJSON: () => '',
  });
  fireEvent.pointerDown(line, { clientY: 80 });
  fireEvent.pointerMove(line, { clientY: 60 });
  expect(shown()).toBe(7_000);
});
