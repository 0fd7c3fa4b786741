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
    x: left,
    y: top,
    left,
    top,
    right: left + 1_000,
    bottom: top + 200,
    width: 1_000,
    height: 200,
    toJSON: () => '',
  });
beforeEach(() => {
  vi.clearAllMocks();
  place(0, 0);
});

const fire = {
  '↓': fireEvent.pointerDown,
  '→': fireEvent.pointerMove,
  '↑': fireEvent.pointerUp,
  '⇥': fireEvent.pointerLeave,
  '×': fireEvent.pointerCancel,
};
/**
 * `m↓200 2→300`: which pointer does what at which pixel. The mouse, its other button (`o`) or a finger by its number
 * goes down, moves, goes up, leaves the plot, or is taken by the browser.
 */
function perform(gestures: string): void {
  for (const gesture of gestures.split(' ')) {
    const [, who = '', what = '', x, y = '50'] = /(.)(.)(\d+)(?:,(\d+))?/.exec(gesture) ?? [];
    fire[what as keyof typeof fire](plot(), {
      pointerId: Number(who) || 1,
      pointerType: /\d/.test(who) ? 'touch' : 'mouse',
      button: who === 'o' ? 2 : 0,
      clientX: Number(x),
      clientY: Number(y),
    });
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
  ['a mouse reads the instant below it', 'm→250', { read: 25 }],
  ['and none once it has left', 'm→250 m⇥250', { read: null }],
  ['it chooses the period it is dragged over', 'm↓200 m→500 m↑500', { chosen: '20 – 50' }],
  ['within the plot', 'm↓900 m→1400 m↑1400', { chosen: '90 – 100', read: 100 }],
  ['which is shown meanwhile', 'm↓200 m→500', { shown: '0 – 100, 20 – 50' }],
  ['a press that trembles marks a price', 'm↓300 m→306 m↑306', { pressed: '0.306 0.25' }],
  ['nor one that the browser takes', 'm↓200 m→400 m×400', { read: 40 }],
  ['a finger dragged reads and chooses nothing', '1↓200 1→500 1↑500', { read: 50 }],
  ['it marks a price by a press', '1↓300 1↑306', { pressed: '0.306 0.25' }],
  ['and none after a way to scroll', '1↓300 1↑300,57', {}],
  ['a pinch zooms around its fingers', '1↓600 2↓400 1→700 2→200', { shown: '32 – 72' }],
  ['and chooses at its end', '1↓400 2↓600 1→200 2→700 1↑200 2×700', { chosen: '32 – 72' }],
])('%s', (_what, gestures, expected) => {
  render(<Plot />);
  perform(gestures);
  expect(observed()).toMatchObject(expected);
  if (!('chosen' in expected)) expect(onWindow).not.toHaveBeenCalled();
  if (!('pressed' in expected)) expect(onPress).not.toHaveBeenCalled();
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
