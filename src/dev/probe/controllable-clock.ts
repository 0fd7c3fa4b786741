/**
 * Clock for machines that follows real time until it is advanced or paused. Whole milliseconds only, as in traces, so
 * that on a replay each timer is due exactly when it was recorded.
 */
import type { ClockState } from '../workbench-channel.ts';

/** The browser's clock, or a test's. */
export interface RealTime {
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** Browsers fire longer timers immediately. */
const longestRealTimerMs = 2 ** 31 - 1;

export interface ControllableClock {
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(id: number): void;
  now(): number;
  /** Advances the clock; timers due on the way fire in order, each at its own time. */
  advance(ms: number): void;
  setPaused(isPaused: boolean): void;
  state(): ClockState;
}

export function createControllableClock(real: RealTime): ControllableClock {
  const timers = new Map<number, { readonly dueAtMs: number; readonly callback: () => void }>();
  const openedAtMs = real.now();
  let lastId = 0;
  let isPaused = false;
  /** What this clock showed when the real one showed `realSinceMs`. */
  let shownMs = 0;
  let realSinceMs = openedAtMs;
  let realTimer: unknown = null;

  const now = () => (isPaused ? shownMs : Math.floor(shownMs + real.now() - realSinceMs));
  const next = () => [...timers].sort(([, one], [, other]) => one.dueAtMs - other.dueAtMs)[0];

  function jump(toMs: number): void {
    shownMs = toMs;
    realSinceMs = real.now();
  }

  /** Fires every timer due by then, also those set by a callback. */
  function fireUntil(untilMs: number): void {
    for (let first = next(); first !== undefined && first[1].dueAtMs <= untilMs; first = next()) {
      const [id, { dueAtMs, callback }] = first;
      timers.delete(id);
      if (dueAtMs > now()) jump(dueAtMs);
      callback();
    }
  }

  function scheduleRealTimer(): void {
    real.clearTimeout(realTimer);
    const first = next();
    if (isPaused || first === undefined) return;
    const wait = Math.min(Math.max(0, first[1].dueAtMs - now()), longestRealTimerMs);
    realTimer = real.setTimeout(() => {
      fireUntil(now());
      scheduleRealTimer();
    }, wait);
  }

  return {
    now,
    setTimeout(callback, ms) {
      lastId += 1;
      timers.set(lastId, { dueAtMs: Math.ceil(now() + ms), callback });
      scheduleRealTimer();
      return lastId;
    },
    clearTimeout(id) {
      timers.delete(id);
      scheduleRealTimer();
    },
    advance(ms) {
      const target = Math.ceil(now() + ms);
      fireUntil(target);
      jump(Math.max(target, now()));
      scheduleRealTimer();
    },
    setPaused(wanted) {
      if (wanted === isPaused) return;
      jump(now());
      isPaused = wanted;
      scheduleRealTimer();
    },
    state() {
      const first = next();
      return {
        nowMs: now(),
        aheadMs: now() - (real.now() - openedAtMs),
        isPaused,
        nextInMs: first === undefined ? null : Math.max(0, first[1].dueAtMs - now()),
      };
    },
  };
}
