/**
 * A clock for machines that runs like any other until it is moved ahead or held. It knows whole milliseconds only, as
 * traces do: on a replay every timer must be due when its recording says that it rang.
 */
import type { ClockState } from '../workbench-channel.ts';

/** The real one, or a test's. */
export interface RealTime {
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** Longer timers would ring at once in a browser. */
const longestRealTimerMs = 2 ** 31 - 1;

export interface ControllableClock {
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(id: number): void;
  now(): number;
  /** Lets time pass at once: what falls due on the way rings in its order, each at its own time. */
  advance(ms: number): void;
  hold(isHeld: boolean): void;
  state(): ClockState;
}

export function createControllableClock(real: RealTime): ControllableClock {
  const timers = new Map<number, { readonly dueAtMs: number; readonly callback: () => void }>();
  const openedAtMs = real.now();
  let lastId = 0;
  let isHeld = false;
  /** What this clock showed when the real one showed `since`. */
  let shown = 0;
  let since = openedAtMs;
  let alarm: unknown = null;

  const now = () => (isHeld ? shown : Math.floor(shown + real.now() - since));
  const next = () => [...timers].sort(([, one], [, other]) => one.dueAtMs - other.dueAtMs)[0];

  function jump(to: number): void {
    shown = to;
    since = real.now();
  }

  /** Rings everything due by then. A ring may set further timers, also due. */
  function ringUntil(then: number): void {
    for (let first = next(); first !== undefined && first[1].dueAtMs <= then; first = next()) {
      const [id, { dueAtMs, callback }] = first;
      timers.delete(id);
      if (dueAtMs > now()) jump(dueAtMs);
      callback();
    }
  }

  function setAlarm(): void {
    real.clearTimeout(alarm);
    const first = next();
    if (isHeld || first === undefined) return;
    const wait = Math.min(Math.max(0, first[1].dueAtMs - now()), longestRealTimerMs);
    alarm = real.setTimeout(() => {
      ringUntil(now());
      setAlarm();
    }, wait);
  }

  return {
    now,
    setTimeout(callback, ms) {
      lastId += 1;
      timers.set(lastId, { dueAtMs: Math.ceil(now() + ms), callback });
      setAlarm();
      return lastId;
    },
    clearTimeout(id) {
      timers.delete(id);
      setAlarm();
    },
    advance(ms) {
      const target = Math.ceil(now() + ms);
      ringUntil(target);
      jump(Math.max(target, now()));
      setAlarm();
    },
    hold(wanted) {
      if (wanted === isHeld) return;
      jump(now());
      isHeld = wanted;
      setAlarm();
    },
    state() {
      const first = next();
      return {
        now: now(),
        aheadMs: now() - (real.now() - openedAtMs),
        isHeld,
        nextInMs: first === undefined ? null : Math.max(0, first[1].dueAtMs - now()),
      };
    },
  };
}
