// @vitest-environment node
/** The workbench's clock fires timers in order and on time, in real time or advanced. */
import { describe, expect, it } from 'vitest';
import { createControllableClock } from './controllable-clock.ts';

/** Real time, moved by the test. */
function createManualTime() {
  let nowMs = 1_000;
  let timer: { readonly dueAtMs: number; readonly callback: () => void } | null = null;
  return {
    now: () => nowMs,
    setTimeout: (callback: () => void, ms: number) => {
      timer = { dueAtMs: nowMs + ms, callback };
    },
    clearTimeout: () => {
      timer = null;
    },
    pass(ms: number) {
      const until = nowMs + ms;
      while (timer !== null && timer.dueAtMs <= until) {
        const { dueAtMs, callback } = timer;
        timer = null;
        nowMs = Math.max(nowMs, dueAtMs);
        callback();
      }
      nowMs = until;
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

  it('knows whole milliseconds only, as traces do', () => {
    const { real, clock, fired, set } = start();
    real.pass(0.7);
    set('after a fraction', 10.2);
    real.pass(11);
    expect([fired, clock.now()]).toEqual([[['after a fraction', 11]], 11]);
    set('on the way', 0.4);
    clock.advance(5);
    expect(fired.at(-1)).toEqual(['on the way', 12]);
  });

  it('does not fire a cleared timer', () => {
    const { real, clock, fired, set } = start();
    clock.clearTimeout(set('never', 10));
    set('yes', 20);
    real.pass(30);
    expect(fired).toEqual([['yes', 20]]);
  });
});
