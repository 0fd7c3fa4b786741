import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyedThrottle } from './keyed-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The simulated clock's way to say: in the process's next round. */
const afterOther = 1;

function rig() {
  const turns: [string, number][] = [];
  const startedAtMs = Date.now();
  const cadence = new KeyedThrottle<string>(
    250,
    (key) => void turns.push([key, Date.now() - startedAtMs]),
  );
  return { turns, cadence };
}

it('who has rested has its turn at once, and once for all that was asked together', () => {
  const { turns, cadence } = rig();
  cadence.request('a');
  cadence.request('b');
  cadence.request('a');
  vi.advanceTimersByTime(afterOther);
  expect(turns).toEqual([
    ['a', 0],
    ['b', afterOther],
  ]);
});

it('between two turns the process does what else there is to do', () => {
  const order: string[] = [];
  const cadence = new KeyedThrottle<string>(250, (key) => {
    order.push(key);
    setImmediate(() => order.push(`after ${key}`));
  });
  cadence.request('a');
  cadence.request('b');
  vi.advanceTimersByTime(10);
  expect(order).toEqual(['a', 'after a', 'b', 'after b']);
});

it('however often it is asked for, a key has four turns a second, and the last word is told', () => {
  const { turns, cadence } = rig();
  for (let ms = 0; ms < 1_000; ms += 10) {
    cadence.request('a');
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(10_000);
  expect(turns.map(([, at]) => at)).toEqual([0, 250, 500, 750, 1_000]);
});

it('one that is asked for now and then never waits, whatever the others do', () => {
  const { turns, cadence } = rig();
  for (const at of [0, 300, 1_000]) {
    vi.advanceTimersByTime(at - Math.max(0, ...turns.map(([, turn]) => turn)));
    cadence.request('busy');
    cadence.request('a');
    vi.advanceTimersByTime(afterOther);
  }
  expect(turns.filter(([key]) => key === 'a').map(([, at]) => at)).toEqual(
    [0, 300, 1_000].map((at) => at + afterOther),
  );
});

it('a turn had otherwise counts: the key rests from then on and owes nothing', () => {
  const { turns, cadence } = rig();
  cadence.request('a');
  cadence.startCooldown('a');
  vi.advanceTimersByTime(200);
  expect(turns).toEqual([]);
  cadence.request('a');
  vi.advanceTimersByTime(49);
  expect(turns).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(turns).toEqual([['a', 250]]);
});

it('closed, it gives no turn any more', () => {
  const { turns, cadence } = rig();
  cadence.request('a');
  vi.advanceTimersByTime(0);
  cadence.request('a');
  cadence.request('b');
  cadence.close();
  vi.advanceTimersByTime(10_000);
  expect(turns).toEqual([['a', 0]]);
  expect(vi.getTimerCount()).toBe(0);
});
