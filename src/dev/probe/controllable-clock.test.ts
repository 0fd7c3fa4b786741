// @vitest-environment node
/** The workbench's clock fires timers in order and on time, in real time or advanced. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createControllableClock } from './controllable-clock.ts';

beforeEach(() => void vi.useFakeTimers());

/** In a real time that the test moves. */
function start() {
  const clock = createControllableClock();
  const fired: [string, number][] = [];
  const set = (name: string, ms: number) =>
    clock.setTimeout(() => fired.push([name, clock.now()]), ms);
  return { clock, fired, set };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the controllable clock', () => {
  it('follows real time until it is advanced', async () => {
    const { fired, set, clock } = start();
    set('three seconds', 3_000);
    await pass(2_999);
    expect(fired).toEqual([]);
    await pass(1);
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

  it('stops while paused, fires nothing, and continues when resumed', async () => {
    const { clock, fired, set } = start();
    set('one second', 1_000);
    clock.setPaused(true);
    await pass(5_000);
    expect([fired, clock.now()]).toEqual([[], 0]);
    clock.advance(400);
    clock.setPaused(false);
    await pass(599);
    expect(fired).toEqual([]);
    await pass(1);
    expect(fired).toEqual([['one second', 1_000]]);
  });
});
