/**
 * Clock for machines that follows real time until it is advanced or paused. Whole milliseconds only, as in traces, so
 * that on a replay each timer is due exactly when it was recorded.
 */
import type { ClockState } from '../workbench-channel.ts';

/** Browsers fire longer timers immediately. */
const longestRealTimerMs = 2 ** 31 - 1;

export type ControllableClock = ReturnType<typeof createControllableClock>;

interface Timer {
  readonly dueAtMs: number;
  readonly callback: () => void;
  /** Its own timer of the real clock, as it would have without this one: they stay independent when the real clock jumps. */
  real?: ReturnType<typeof setTimeout>;
}

export function createControllableClock() {
  const timers = new Map<number, Timer>();
  const openedAtMs = realNow();
  let lastId = 0;
  let isPaused = false;
  /** What this clock showed when the real one showed `realSinceMs`. */
  let shownMs = 0;
  let realSinceMs = openedAtMs;

  const now = (): number => (isPaused ? shownMs : Math.floor(shownMs + realNow() - realSinceMs));
  const next = () => [...timers].sort(([, one], [, other]) => one.dueAtMs - other.dueAtMs)[0];

  function jump(toMs: number): void {
    shownMs = toMs;
    realSinceMs = realNow();
  }

  /** Fires every timer due by then, also those set by a callback. */
  function fireUntil(untilMs: number): void {
    for (let first = next(); first !== undefined && first[1].dueAtMs <= untilMs; first = next()) {
      const [id, { dueAtMs, callback }] = first;
      clear(id);
      if (dueAtMs > now()) jump(dueAtMs);
      callback();
    }
  }

  function clear(id: number): void {
    clearTimeout(timers.get(id)?.real);
    timers.delete(id);
  }

  function schedule(timer: Timer): void {
    clearTimeout(timer.real);
    if (isPaused) return;
    const wait = Math.min(Math.max(0, timer.dueAtMs - now()), longestRealTimerMs);
    timer.real = setTimeout(() => {
      fireUntil(now());
      if ([...timers.values()].includes(timer)) schedule(timer);
    }, wait);
  }

  const scheduleAll = () => {
    for (const timer of timers.values()) schedule(timer);
  };

  return {
    now,
    setTimeout(callback: () => void, ms: number): number {
      lastId += 1;
      const timer = { dueAtMs: Math.ceil(now() + ms), callback };
      timers.set(lastId, timer);
      schedule(timer);
      return lastId;
    },
    clearTimeout: clear,
    /** Advances the clock; timers due on the way fire in order, each at its own time. */
    advance(ms: number): void {
      const target = Math.ceil(now() + ms);
      fireUntil(target);
      jump(Math.max(target, now()));
      scheduleAll();
    },
    setPaused(wanted: boolean): void {
      if (wanted === isPaused) return;
      jump(now());
      isPaused = wanted;
      scheduleAll();
    },
    state(): ClockState {
      const first = next();
      return {
        nowMs: now(),
        aheadMs: now() - (realNow() - openedAtMs),
        isPaused,
        nextInMs: first === undefined ? null : Math.max(0, first[1].dueAtMs - now()),
      };
    },
  };
}

let frozenNow: number | null = null;

/**
 * Constant within a task, so that a machine's step and the timers it starts have the same instant in the trace.
 * Otherwise a replay would start those timers at a different time.
 */
function realNow(): number {
  if (frozenNow === null) {
    frozenNow = performance.now();
    queueMicrotask(() => {
      frozenNow = null;
    });
  }
  return frozenNow;
}
