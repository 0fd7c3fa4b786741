/** Gestures on the plot: hover reads, a mouse drag selects a period, a pinch or Ctrl and wheel zooms, a press marks a price. */
import {
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { fitWindow, instantAt, type TimeWindow, zoom } from './time-window.ts';

/** Pointer movement below this counts as a press. */
const slackPx = 6;
/** The address changes once per zoom: browsers limit how often it may. */
const settleMs = 250;

interface Options {
  readonly plot: RefObject<HTMLElement | null>;
  readonly bounds: TimeWindow;
  /** The period chosen; not what a gesture shows meanwhile. */
  readonly window: TimeWindow;
  /** Undefined where the chart does not zoom. */
  readonly onWindow: ((window: TimeWindow) => void) | undefined;
  readonly onRead: (atMs: number | null) => void;
  readonly onPress: (at: { readonly x: number; readonly y: number }) => void;
}

export interface PlotGestures {
  /** What the chart shows: the window, or the one a gesture is about to choose. */
  readonly shown: TimeWindow;
  /** Period being selected, as fractions of the width; null without. */
  readonly brush: { readonly from: number; readonly to: number } | null;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
  };
}

interface Finger {
  readonly startX: number;
  readonly startY: number;
  /** Where it went down, as a fraction of the width. */
  readonly from: number;
  x: number;
  /** Instant under the finger when the pinch began. */
  atMs: number;
}

export function usePlotGestures(options: Options): PlotGestures {
  const [brush, setBrush] = useState<PlotGestures['brush']>(null);
  const [draft, setDraft] = useState<TimeWindow | null>(null);
  const shown = draft ?? options.window;
  const fingers = useRef(new Map<number, Finger>());
  const hasPinched = useRef(false);
  const current = useRef({ ...options, shown });
  current.current = { ...options, shown };
  const commit = (next: TimeWindow | null) =>
    // The router changes the address in a transition: together with it, the draft goes without a flicker.
    startTransition(() => {
      setDraft(null);
      if (next !== null) options.onWindow?.(next);
    });
  useWheelZoom(current, setDraft, commit);

  const pointAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)),
      y: Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)),
      widthPx: box.width,
    };
  };
  const end = (event: PointerEvent, isCancelled: boolean) => {
    const finger = fingers.current.get(event.pointerId);
    fingers.current.delete(event.pointerId);
    setBrush(null);
    if (finger === undefined) return;
    if (hasPinched.current) {
      if (fingers.current.size > 0) return;
      hasPinched.current = false;
      return commit(draft);
    }
    if (isCancelled) return;
    const { x, y } = pointAt(event);
    if (brush !== null) {
      const period = {
        fromMs: instantAt(shown, Math.min(brush.from, x)),
        untilMs: instantAt(shown, Math.max(brush.from, x)),
      };
      options.onWindow?.(fitWindow(period, options.bounds));
    } else if (isPress(finger, event)) options.onPress({ x, y });
  };
  return {
    shown,
    brush,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        const { x } = pointAt(event);
        const atMs = instantAt(shown, x);
        const { clientX: startX, clientY: startY } = event;
        fingers.current.set(event.pointerId, { startX, startY, from: x, x, atMs });
        event.currentTarget.setPointerCapture(event.pointerId);
        options.onRead(atMs);
        if (fingers.current.size === 2 && options.onWindow !== undefined) {
          hasPinched.current = true;
          for (const finger of fingers.current.values()) finger.atMs = instantAt(shown, finger.x);
        }
      },
      onPointerMove(event) {
        const { x, widthPx } = pointAt(event);
        const finger = fingers.current.get(event.pointerId);
        if (finger !== undefined) finger.x = x;
        const pinched = [...fingers.current.values()];
        if (hasPinched.current) {
          const next = pinchedWindow(pinched, slackPx / widthPx);
          if (next !== null) setDraft(fitWindow(next, options.bounds));
          return;
        }
        options.onRead(instantAt(shown, x));
        const isBrushing =
          finger !== undefined &&
          event.pointerType === 'mouse' &&
          options.onWindow !== undefined &&
          (brush !== null || Math.abs(event.clientX - finger.startX) > slackPx);
        if (isBrushing) setBrush({ from: finger.from, to: x });
      },
      onPointerUp: (event) => end(event, false),
      onPointerCancel: (event) => end(event, true),
      onPointerLeave(event) {
        if (event.pointerType === 'mouse' && fingers.current.size === 0) options.onRead(null);
      },
    },
  };
}

const isPress = ({ startX, startY }: Finger, { clientX, clientY }: PointerEvent): boolean =>
  Math.hypot(clientX - startX, clientY - startY) <= slackPx;

/** The window in which both instants are under their fingers again; null when these are too close. */
function pinchedWindow([one, other]: readonly Finger[], least: number): TimeWindow | null {
  if (one === undefined || other === undefined) return null;
  const [left, right] = one.x <= other.x ? [one, other] : [other, one];
  if (right.x - left.x < least || right.atMs <= left.atMs) return null;
  const spanMs = (right.atMs - left.atMs) / (right.x - left.x);
  const fromMs = left.atMs - left.x * spanMs;
  return { fromMs, untilMs: fromMs + spanMs };
}

/** A trackpad's pinch arrives as a wheel with Ctrl. Not passive, or the browser would zoom the page. */
function useWheelZoom(
  current: RefObject<Options & { readonly shown: TimeWindow }>,
  setDraft: (window: TimeWindow) => void,
  commit: (window: TimeWindow) => void,
): void {
  const settle = useRef(commit);
  settle.current = commit;
  const { plot } = current.current;
  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onWheel = (event: WheelEvent) => {
      const { bounds, shown, onWindow } = current.current;
      if (!event.ctrlKey || onWindow === undefined) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const atMs = instantAt(shown, (event.clientX - box.left) / box.width);
      const next = zoom(shown, bounds, { atMs, factor: Math.exp(event.deltaY / 200) });
      setDraft(next);
      clearTimeout(timer);
      timer = setTimeout(() => settle.current(next), settleMs);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', onWheel);
    };
  }, [plot, current, setDraft]);
}
