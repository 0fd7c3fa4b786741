// @vitest-environment node
/** The workbench's clock fires timers in order and on time, in real time or advanced. */
import { describe, expect, it } from 'vitest';
import { createControllableClock } from './controllable-clock.ts';

/** Real time, moved by the test. */
function createManualTime() {
  interface Timer {
    dueAtMs: number;
    readonly callback: () => void;
  }
  const timers = new Set<Timer>();
  let nowMs = 1_000;
  const firstUntil = (ms: number) =>
    [...timers]
      .filter(({ dueAtMs }) => dueAtMs <= ms)
      .toSorted((one, other) => one.dueAtMs - other.dueAtMs)[0];
  const pass = (ms: number) => {
    const until = nowMs + ms;
    for (let timer = firstUntil(until); timer !== undefined; timer = firstUntil(until)) {
      timers.delete(timer);
      nowMs = Math.max(nowMs, timer.dueAtMs);
      timer.callback();
    }
    nowMs = until;
  };
  return {
    now: () => nowMs,
    /** As in a page's simulated clock, one set while another fires is due a millisecond later. */
    setTimeout(callback: () => void, ms: number) {
      const timer = { dueAtMs: nowMs + Math.max(1, ms), callback };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: unknown) => timers.delete(timer as Timer),
    pass,
    /** Everything due meanwhile fires late, at the end. */
    sleep(ms: number) {
      for (const timer of timers) timer.dueAtMs = Math.max(timer.dueAtMs, nowMs + ms);
      pass(ms);
    },
  };
}

function start() {
  const real = createManualTime();
  const clock = createControllableClock(real);
  const fired: [string, number][] = [];
  const set = (name: string, ms: number) =>
    clock.setTimeout(() => fired.push([name, clock.now()]), ms);
  return { real, clock, fired, set };
}

describe('the controllable clock', () => {
  it('follows real time until it is advanced', () => {
    const { real, fired, set, clock } = start();
    set('three seconds', 3_000);
    real.pass(2_999);
    expect(fired).toEqual([]);
    real.pass(1);
    expect(fired).toEqual([['three seconds', 3_000]]);
    expect(clock.state()).toEqual({ nowMs: 3_000, aheadMs: 0, isPaused: false, nextInMs: null });
  });

  it('advanced, fires due timers in order, also those set on the way', () => {
    const { clock, fired, set } = start();
    clock.setTimeout(() => set('second', 10), 20);
    set('third', 40);
    set('later', 60);
    clock.advance(50);
    expect(fired).toEqual([
      ['second', 30],
      ['third', 40],
    ]);
    expect(clock.state()).toMatchObject({ nowMs: 50, aheadMs: 50, nextInMs: 10 });
  });

  it('continues from where it was advanced to', () => {
    const { real, clock, fired, set } = start();
    set('fifty minutes', 3_000_000);
    clock.advance(2_999_000);
    real.pass(1_000);
    expect(fired).toEqual([['fifty minutes', 3_000_000]]);
  });

  it('stops while paused, fires nothing, and continues when resumed', () => {
    const { real, clock, fired, set } = start();
    set('one second', 1_000);
    clock.setPaused(true);
    real.pass(5_000);
    expect([fired, clock.now()]).toEqual([[], 0]);
    clock.advance(400);
    clock.setPaused(false);
    real.pass(599);
    expect(fired).toEqual([]);
    real.pass(1);
    expect(fired).toEqual([['one second', 1_000]]);
  });

  it('does not fire a cleared timer', () => {
    const { real, clock, fired, set } = start();
    clock.clearTimeout(set('never', 10));
    set('yes', 20);
    real.pass(30);
    expect(fired).toEqual([['yes', 20]]);
  });
});
