/** Gestures on the plot, by mouse and by fingers. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlotGestures } from './use-plot-gestures.ts';

const hourMs = 3_600_000;
const bounds = { fromMs: 0, untilMs: 100 * hourMs };
const onWindow = vi.fn();
const onRead = vi.fn();
const onPress = vi.fn();

/** A plot of a hundred hours, ten pixels each. */
function Plot({ zooms = true }: { zooms?: boolean }) {
  const plot = useRef<HTMLDivElement>(null);
  const { handlers, shown, brush } = usePlotGestures({
    plot,
    bounds,
    window: bounds,
    onWindow: zooms ? onWindow : undefined,
    onRead,
    onPress,
  });
  return (
    <div
      ref={plot}
      data-testid="plot"
      data-brush={brush === null ? 'none' : `${round(brush.from)} – ${round(brush.to)}`}
      {...handlers}
    >
      {shown.fromMs / hourMs} – {shown.untilMs / hourMs}
    </div>
  );
}

const round = (fraction: number) => Math.round(fraction * 1_000) / 1_000;

let plot: HTMLElement;
beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: 0, y: 0, left: 0, top: 0, right: 1_000, bottom: 200, width: 1_000, height: 200 },
    toJSON: () => '',
  });
  // jsdom has none.
  Element.prototype.setPointerCapture = () => {};
  return () => void vi.useRealTimers();
});
function show(zooms = true): void {
  render(<Plot zooms={zooms} />);
  plot = screen.getByTestId('plot');
}
const mouse = (clientX: number) => ({ pointerId: 1, pointerType: 'mouse', clientX, clientY: 50 });
const finger = (pointerId: number, clientX: number) => ({
  pointerId,
  pointerType: 'touch',
  clientX,
  clientY: 50,
});

describe('a mouse', () => {
  it('reads the instant below it, and none once it has left', () => {
    show();
    fireEvent.pointerMove(plot, mouse(250));
    expect(onRead).toHaveBeenLastCalledWith(25 * hourMs);
    fireEvent.pointerLeave(plot, mouse(250));
    expect(onRead).toHaveBeenLastCalledWith(null);
  });

  it('chooses the period it is dragged over, in either direction', () => {
    show();
    for (const [from, to] of [
      [200, 500],
      [500, 200],
    ] as const) {
      fireEvent.pointerDown(plot, mouse(from));
      fireEvent.pointerMove(plot, mouse(to));
      fireEvent.pointerUp(plot, mouse(to));
      expect(onWindow).toHaveBeenLastCalledWith({ fromMs: 20 * hourMs, untilMs: 50 * hourMs });
    }
    expect(onPress).not.toHaveBeenCalled();
  });

  it('marks a price by a press that trembles', () => {
    show();
    fireEvent.pointerDown(plot, mouse(300));
    fireEvent.pointerMove(plot, mouse(303));
    fireEvent.pointerUp(plot, mouse(303));
    expect(onPress.mock.calls).toEqual([[{ x: 0.303, y: 0.25 }]]);
    expect(onWindow).not.toHaveBeenCalled();
  });

  it('chooses no period where the chart does not zoom', () => {
    show(false);
    fireEvent.pointerDown(plot, mouse(200));
    fireEvent.pointerMove(plot, mouse(500));
    expect(plot.dataset.brush).toBe('none');
    fireEvent.pointerUp(plot, mouse(500));
    expect(onPress).not.toHaveBeenCalled();
    expect(onRead).toHaveBeenLastCalledWith(50 * hourMs);
  });
});

describe('fingers', () => {
  it('read the price while one is dragged: it chooses nothing', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 200));
    fireEvent.pointerMove(plot, finger(1, 500));
    expect(onRead).toHaveBeenLastCalledWith(50 * hourMs);
    fireEvent.pointerUp(plot, finger(1, 500));
    expect([onWindow.mock.calls, onPress.mock.calls]).toEqual([[], []]);
  });

  it('zoom by a pinch, whose instants stay below them, and choose once both are lifted', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 400));
    fireEvent.pointerDown(plot, finger(2, 600));
    onRead.mockClear();
    fireEvent.pointerMove(plot, finger(1, 200));
    fireEvent.pointerMove(plot, finger(2, 700));
    expect(plot).toHaveTextContent('32 – 72');
    fireEvent.pointerUp(plot, finger(1, 200));
    expect(onWindow).not.toHaveBeenCalled();
    fireEvent.pointerUp(plot, finger(2, 700));
    expect(onWindow.mock.calls).toEqual([[{ fromMs: 32 * hourMs, untilMs: 72 * hourMs }]]);
    expect([onRead.mock.calls, onPress.mock.calls]).toEqual([[], []]);
  });

  it('read again after a pinch', () => {
    show();
    for (const id of [1, 2]) fireEvent.pointerDown(plot, finger(id, 300 * id));
    for (const id of [1, 2]) fireEvent.pointerUp(plot, finger(id, 300 * id));
    fireEvent.pointerDown(plot, finger(3, 100));
    fireEvent.pointerMove(plot, finger(3, 400));
    expect(onRead).toHaveBeenLastCalledWith(40 * hourMs);
  });
});

describe('the wheel', () => {
  it('zooms with Ctrl around the pointer, and chooses once it rests', () => {
    vi.useFakeTimers();
    show();
    const wheel = { ctrlKey: true, clientX: 500, deltaY: 200 * Math.log(0.5) };
    for (const _turn of [1, 2]) fireEvent.wheel(plot, wheel);
    expect(plot).toHaveTextContent('37.5 – 62.5');
    expect(onWindow).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(250));
    expect(onWindow.mock.calls).toEqual([[{ fromMs: 37.5 * hourMs, untilMs: 62.5 * hourMs }]]);
  });

  it('scrolls the page without Ctrl', () => {
    show();
    expect(fireEvent.wheel(plot, { deltaY: -100 })).toBe(true);
    expect(plot).toHaveTextContent('0 – 100');
  });
});

describe('what is no gesture', () => {
  it('another button, a press let go elsewhere, and one that the browser takes', () => {
    show();
    fireEvent.pointerDown(plot, { ...mouse(300), button: 2 });
    fireEvent.pointerUp(plot, { ...mouse(300), button: 2 });
    fireEvent.pointerUp(plot, mouse(300));
    fireEvent.pointerDown(plot, finger(1, 300));
    fireEvent.pointerCancel(plot, finger(1, 300));
    expect([onPress.mock.calls, onWindow.mock.calls]).toEqual([[], []]);
  });

  it('a finger that leaves keeps what it read, and a mouse that is pressed', () => {
    show();
    fireEvent.pointerMove(plot, finger(1, 300));
    fireEvent.pointerLeave(plot, finger(1, 300));
    fireEvent.pointerDown(plot, mouse(300));
    fireEvent.pointerLeave(plot, mouse(300));
    expect(onRead).not.toHaveBeenCalledWith(null);
  });

  it('a finger dragged so far that it is no press, in any direction', () => {
    show();
    for (const [x, y] of [
      [306, 50],
      [300, 44],
      [300, 57],
      [305, 54],
    ] as const) {
      fireEvent.pointerDown(plot, finger(1, 300));
      fireEvent.pointerUp(plot, { ...finger(1, x), clientY: y });
    }
    expect(onPress.mock.calls).toEqual([[{ x: 0.306, y: 0.25 }], [{ x: 0.3, y: 0.22 }]]);
  });
});

describe('a period chosen by mouse', () => {
  const brush = () => plot.dataset.brush;

  it('is shown from seven pixels on, from where it began, and gone once chosen', () => {
    show();
    fireEvent.pointerDown(plot, mouse(200));
    fireEvent.pointerMove(plot, mouse(206));
    expect(brush()).toBe('none');
    fireEvent.pointerMove(plot, mouse(210));
    expect(brush()).toBe('0.2 – 0.21');
    // Once begun it goes on, however near.
    fireEvent.pointerMove(plot, mouse(203));
    expect(brush()).toBe('0.2 – 0.203');
    fireEvent.pointerMove(plot, mouse(100));
    expect(brush()).toBe('0.2 – 0.1');
    fireEvent.pointerUp(plot, mouse(100));
    expect(brush()).toBe('none');
    expect(onWindow).toHaveBeenLastCalledWith({ fromMs: 10 * hourMs, untilMs: 20 * hourMs });
  });

  it('is nothing when the browser takes the pointer', () => {
    show();
    fireEvent.pointerDown(plot, mouse(200));
    fireEvent.pointerMove(plot, mouse(400));
    fireEvent.pointerCancel(plot, mouse(400));
    expect([brush(), onWindow.mock.calls, onPress.mock.calls]).toEqual(['none', [], []]);
  });

  it('stays within the plot', () => {
    show();
    fireEvent.pointerDown(plot, mouse(900));
    fireEvent.pointerMove(plot, mouse(1_400));
    expect(onRead).toHaveBeenLastCalledWith(100 * hourMs);
    fireEvent.pointerUp(plot, mouse(1_400));
    expect(onWindow).toHaveBeenLastCalledWith({ fromMs: 90 * hourMs, untilMs: 100 * hourMs });
    fireEvent.pointerMove(plot, mouse(-50));
    expect(onRead).toHaveBeenLastCalledWith(0);
  });
});

describe('a pinch', () => {
  it('does nothing while its fingers lie on each other, nor where the chart does not zoom', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 400));
    fireEvent.pointerDown(plot, finger(2, 600));
    fireEvent.pointerMove(plot, finger(2, 405));
    expect(plot).toHaveTextContent('0 – 100');
    fireEvent.pointerMove(plot, finger(2, 300));
    expect(plot).toHaveTextContent('0 – 100');
    for (const id of [1, 2]) fireEvent.pointerUp(plot, finger(id, 400));
    expect(onWindow).not.toHaveBeenCalled();
  });

  it('counts the fingers from the left, whichever came first', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 600));
    fireEvent.pointerDown(plot, finger(2, 400));
    fireEvent.pointerMove(plot, finger(1, 700));
    fireEvent.pointerMove(plot, finger(2, 200));
    expect(plot).toHaveTextContent('32 – 72');
  });

  it('keeps the instants where the fingers were when the second came', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 100));
    fireEvent.pointerMove(plot, finger(1, 400));
    fireEvent.pointerDown(plot, finger(2, 600));
    fireEvent.pointerMove(plot, finger(1, 200));
    fireEvent.pointerMove(plot, finger(2, 700));
    expect(plot).toHaveTextContent('32 – 72');
  });

  it('only reads where the chart does not zoom', () => {
    show(false);
    fireEvent.pointerDown(plot, finger(1, 400));
    fireEvent.pointerDown(plot, finger(2, 600));
    fireEvent.pointerMove(plot, finger(1, 200));
    expect(onRead).toHaveBeenLastCalledWith(20 * hourMs);
    expect(plot).toHaveTextContent('0 – 100');
  });

  it('ends with the last finger, also when the browser takes one', () => {
    show();
    fireEvent.pointerDown(plot, finger(1, 400));
    fireEvent.pointerDown(plot, finger(2, 600));
    fireEvent.pointerMove(plot, finger(1, 200));
    fireEvent.pointerMove(plot, finger(2, 700));
    fireEvent.pointerCancel(plot, finger(1, 200));
    fireEvent.pointerCancel(plot, finger(2, 700));
    expect(onWindow.mock.calls).toEqual([[{ fromMs: 32 * hourMs, untilMs: 72 * hourMs }]]);
    expect(plot).toHaveTextContent('0 – 100');
  });
});

describe('a wheel with Ctrl', () => {
  it('zooms out as well, keeps the page as it is, and waits until it rests', () => {
    vi.useFakeTimers();
    show();
    const turn = (factor: number) =>
      fireEvent.wheel(plot, { ctrlKey: true, clientX: 250, deltaY: 200 * Math.log(factor) });
    expect(turn(0.25)).toBe(false);
    act(() => vi.advanceTimersByTime(200));
    turn(2);
    expect(plot).toHaveTextContent('12.5 – 62.5');
    act(() => vi.advanceTimersByTime(249));
    expect(onWindow).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onWindow.mock.calls).toEqual([[{ fromMs: 12.5 * hourMs, untilMs: 62.5 * hourMs }]]);
  });

  it('is the browser’s where the chart does not zoom, and does nothing once it is gone', () => {
    vi.useFakeTimers();
    show(false);
    expect(fireEvent.wheel(plot, { ctrlKey: true, deltaY: -100 })).toBe(true);
    cleanup();
    show();
    fireEvent.wheel(plot, { ctrlKey: true, clientX: 500, deltaY: -100 });
    cleanup();
    vi.advanceTimersByTime(1_000);
    expect(onWindow).not.toHaveBeenCalled();
    expect(fireEvent.wheel(plot, { ctrlKey: true, deltaY: -100 })).toBe(true);
  });
});

it('a plot anywhere on the page is read from its own edges', () => {
  vi.useFakeTimers();
  vi.mocked(Element.prototype.getBoundingClientRect).mockReturnValue({
    ...{ x: 100, y: 40, left: 100, top: 40, right: 1_100, bottom: 240, width: 1_000, height: 200 },
    toJSON: () => '',
  });
  show();
  fireEvent.pointerDown(plot, { ...mouse(350), clientY: 90 });
  fireEvent.pointerUp(plot, { ...mouse(350), clientY: 90 });
  expect(onPress.mock.calls).toEqual([[{ x: 0.25, y: 0.25 }]]);
  fireEvent.wheel(plot, { ctrlKey: true, clientX: 350, deltaY: 200 * Math.log(0.5) });
  expect(plot).toHaveTextContent('12.5 – 62.5');
});
