// @vitest-environment node
/** The workbench's clock rings in order and on time, whoever moves it. */
import { describe, expect, it } from 'vitest';
import { createControllableClock } from './controllable-clock.ts';

/** Real time that passes when told. */
function createHandTime() {
  let at = 1_000;
  let alarm: { readonly dueAtMs: number; readonly ring: () => void } | null = null;
  return {
    now: () => at,
    setTimeout: (ring: () => void, ms: number) => {
      alarm = { dueAtMs: at + ms, ring };
    },
    clearTimeout: () => {
      alarm = null;
    },
    pass(ms: number) {
      const until = at + ms;
      while (alarm !== null && alarm.dueAtMs <= until) {
        const { dueAtMs, ring } = alarm;
        alarm = null;
        at = Math.max(at, dueAtMs);
        ring();
      }
      at = until;
    },
  };
}

function start() {
  const real = createHandTime();
  const clock = createControllableClock(real);
  const rung: [string, number][] = [];
  const set = (name: string, ms: number) =>
    clock.setTimeout(() => rung.push([name, clock.now()]), ms);
  return { real, clock, rung, set };
}

describe('the steered clock', () => {
  it('keeps real time while nobody moves it', () => {
    const { real, rung, set, clock } = start();
    set('three seconds', 3_000);
    real.pass(2_999);
    expect(rung).toEqual([]);
    real.pass(1);
    expect(rung).toEqual([['three seconds', 3_000]]);
    expect(clock.state()).toEqual({ now: 3_000, aheadMs: 0, isHeld: false, nextInMs: null });
  });

  it('moved ahead, rings what falls due in its order, also what is set on the way', () => {
    const { clock, rung, set } = start();
    clock.setTimeout(() => set('second', 10), 20);
    set('third', 40);
    set('later', 60);
    clock.advance(50);
    expect(rung).toEqual([
      ['second', 30],
      ['third', 40],
    ]);
    expect(clock.state()).toMatchObject({ now: 50, aheadMs: 50, nextInMs: 10 });
  });

  it('goes on from where it was moved to', () => {
    const { real, clock, rung, set } = start();
    set('fifty minutes', 3_000_000);
    clock.advance(2_999_000);
    real.pass(1_000);
    expect(rung).toEqual([['fifty minutes', 3_000_000]]);
  });

  it('stands while held, rings nothing, and goes on when let go', () => {
    const { real, clock, rung, set } = start();
    set('one second', 1_000);
    clock.hold(true);
    real.pass(5_000);
    expect([rung, clock.now()]).toEqual([[], 0]);
    clock.advance(400);
    clock.hold(false);
    real.pass(599);
    expect(rung).toEqual([]);
    real.pass(1);
    expect(rung).toEqual([['one second', 1_000]]);
  });

  it('knows whole milliseconds only, as traces do', () => {
    const { real, clock, rung, set } = start();
    real.pass(0.7);
    set('after a fraction', 10.2);
    real.pass(11);
    expect([rung, clock.now()]).toEqual([[['after a fraction', 11]], 11]);
    set('on the way', 0.4);
    clock.advance(5);
    expect(rung.at(-1)).toEqual(['on the way', 12]);
  });

  it('forgets a timer that was taken back', () => {
    const { real, clock, rung, set } = start();
    clock.clearTimeout(set('never', 10));
    set('yes', 20);
    real.pass(30);
    expect(rung).toEqual([['yes', 20]]);
  });
});
