/** Gestures on the plot, by mouse, fingers and wheel, and what each reads, marks or chooses. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { usePlotGestures } from './use-plot-gestures.ts';

const hourMs = 3_600_000;
const bounds = { fromMs: 0, untilMs: 100 * hourMs };
const onWindow = vi.fn();
const onRead = vi.fn();
const onPress = vi.fn();

/** A plot of a hundred hours, ten pixels each; it says the hours it shows and those being chosen. */
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
    <div ref={plot} role="img" {...handlers}>
      {shown.fromMs / hourMs} – {shown.untilMs / hourMs}
      {brush !== null && `, ${Math.round(brush.from * 100)} – ${Math.round(brush.to * 100)}`}
    </div>
  );
}
const plot = () => screen.getByRole('img');

const place = (left: number, top: number) =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: left, y: top, left, top, right: left + 1_000, bottom: top + 200 },
    ...{ width: 1_000, height: 200, toJSON: () => '' },
  });
beforeEach(() => {
  vi.clearAllMocks();
  place(0, 0);
  // jsdom has none.
  Element.prototype.setPointerCapture = () => {};
  return () => void vi.useRealTimers();
});

/** `mouse down 200, finger2 move 300`: who, what and at which pixel. */
function perform(gestures: string): void {
  for (const gesture of gestures.split(', ')) {
    const [who = '', what = '', x, y = '50'] = gesture.split(' ');
    const pointer = {
      pointerId: Number(who.replace(/\D/g, '') || 1),
      pointerType: who.startsWith('finger') ? 'touch' : 'mouse',
      button: who === 'other' ? 2 : 0,
      clientX: Number(x),
      clientY: Number(y),
    };
    const fire = {
      down: fireEvent.pointerDown,
      move: fireEvent.pointerMove,
      up: fireEvent.pointerUp,
      leave: fireEvent.pointerLeave,
      cancel: fireEvent.pointerCancel,
    }[what];
    fire?.(plot(), pointer);
  }
}
/** What the chart is told, last: hours read, hours chosen and the place pressed. */
const observed = () => ({
  read: onRead.mock.lastCall?.map((ms) => ms && ms / hourMs)[0],
  chosen: onWindow.mock.lastCall?.map(
    ({ fromMs, untilMs }) => `${fromMs / hourMs} – ${untilMs / hourMs}`,
  )[0],
  pressed: onPress.mock.lastCall?.map(({ x, y }) => `${x} ${y}`)[0],
  shown: plot().textContent,
});

it.each([
  ['a mouse reads the instant below it', 'mouse move 250', { read: 25 }],
  ['and none once it has left', 'mouse move 250, mouse leave 250', { read: null }],
  [
    'it chooses the period it is dragged over',
    'mouse down 200, mouse move 500, mouse up 500',
    { chosen: '20 – 50' },
  ],
  ['in either direction', 'mouse down 500, mouse move 200, mouse up 200', { chosen: '20 – 50' }],
  [
    'within the plot',
    'mouse down 900, mouse move 1400, mouse up 1400',
    { chosen: '90 – 100', read: 100 },
  ],
  ['which is shown meanwhile', 'mouse down 200, mouse move 500', { shown: '0 – 100, 20 – 50' }],
  [
    'a press that trembles marks a price',
    'mouse down 300, mouse move 306, mouse up 306',
    { pressed: '0.306 0.25' },
  ],
  ['one of another button nothing', 'other down 300, other up 300, mouse up 300', {}],
  [
    'nor one that the browser takes',
    'mouse down 200, mouse move 400, mouse cancel 400',
    { read: 40 },
  ],
  [
    'a finger dragged reads and chooses nothing',
    'finger1 down 200, finger1 move 500, finger1 up 500',
    { read: 50 },
  ],
  ['it keeps what it read when it leaves', 'finger1 move 300, finger1 leave 300', { read: 30 }],
  ['it marks a price by a press', 'finger1 down 300, finger1 up 306', { pressed: '0.306 0.25' }],
  ['and none after a way to scroll', 'finger1 down 300, finger1 up 300 57', {}],
  [
    'a pinch zooms, its instants below the fingers, whichever came first',
    'finger1 down 600, finger2 down 400, finger1 move 700, finger2 move 200',
    { shown: '32 – 72', chosen: undefined },
  ],
  [
    'and chooses once both are lifted, or taken by the browser',
    'finger1 down 400, finger2 down 600, finger1 move 200, finger2 move 700, finger1 up 200, finger2 cancel 700',
    { chosen: '32 – 72' },
  ],
  [
    'not while its fingers lie on each other',
    'finger1 down 400, finger2 down 600, finger2 move 405',
    {},
  ],
  [
    'after a pinch a finger reads again',
    'finger1 down 300, finger2 down 600, finger1 up 300, finger2 up 600, finger3 down 100, finger3 move 400',
    { read: 40 },
  ],
])('%s', (_what, gestures, expected) => {
  render(<Plot />);
  perform(gestures);
  expect(observed()).toMatchObject(expected);
  if (!('chosen' in expected)) expect(onWindow).not.toHaveBeenCalled();
  if (!('pressed' in expected)) expect(onPress).not.toHaveBeenCalled();
});

it.each([
  ['a drag reads', 'mouse down 200, mouse move 500, mouse up 500', 50],
  ['so do two fingers', 'finger1 down 400, finger2 down 600, finger1 move 200', 20],
])('where the chart does not zoom, %s', (_what, gestures, read) => {
  render(<Plot zooms={false} />);
  perform(gestures);
  expect(observed()).toMatchObject({ read, shown: '0 – 100' });
  expect([onWindow.mock.calls, onPress.mock.calls]).toEqual([[], []]);
  expect(fireEvent.wheel(plot(), { ctrlKey: true, deltaY: -100 })).toBe(true);
});

it('a wheel with Ctrl zooms around the pointer and chooses once it rests; without it the page scrolls', () => {
  vi.useFakeTimers();
  render(<Plot />);
  const turn = (factor: number, ctrlKey = true) =>
    fireEvent.wheel(plot(), { ctrlKey, clientX: 250, deltaY: 200 * Math.log(factor) });
  expect(turn(0.25, false)).toBe(true);
  expect(observed().shown).toBe('0 – 100');
  expect(turn(0.25)).toBe(false);
  act(() => vi.advanceTimersByTime(200));
  turn(2);
  expect(observed().shown).toBe('12.5 – 62.5');
  act(() => vi.advanceTimersByTime(249));
  expect(onWindow).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(observed().chosen).toBe('12.5 – 62.5');
  turn(2);
  cleanup();
  vi.advanceTimersByTime(1_000);
  expect(onWindow).toHaveBeenCalledOnce();
});

it('a plot anywhere on the page is read from its own edges', () => {
  place(100, 40);
  render(<Plot />);
  perform('mouse down 350 90, mouse up 350 90');
  expect(observed().pressed).toBe('0.25 0.25');
});
