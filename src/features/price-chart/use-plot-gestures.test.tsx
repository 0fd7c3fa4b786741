/** Gestures on the plot, by mouse and by fingers. */
import { act, fireEvent, render, screen } from '@testing-library/react';
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
  const { handlers, shown } = usePlotGestures({
    plot,
    bounds,
    window: bounds,
    onWindow: zooms ? onWindow : undefined,
    onRead,
    onPress,
  });
  return (
    <div ref={plot} data-testid="plot" {...handlers}>
      {shown.fromMs / hourMs} – {shown.untilMs / hourMs}
    </div>
  );
}

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
