/** Signals that stop the server: any of three, and a second one that is another and not the same passed on twice. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForStopSignals, type StopSignals } from './stop-signals.ts';

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Listener = (signal: NodeJS.Signals) => void;

/** What was added: a signal that were really sent would end the tests. */
const added = new Map<NodeJS.Signals, Listener>();
const onRequested = vi.fn();
let stop: StopSignals;
let states: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onRequested.mockReset();
  const before = new Map(names.map((name) => [name, process.listeners(name)]));
  stop = listenForStopSignals(onRequested);
  for (const name of names) {
    const [listener] = process.listeners(name).filter((one) => !before.get(name)?.includes(one));
    if (listener !== undefined) added.set(name, listener);
  }
  states = [];
  stop.requested.then(() => states.push('requested'));
  stop.repeated.then(() => states.push('repeated'));
});
afterEach(() => {
  for (const [name, listener] of added) process.off(name, listener);
  added.clear();
  vi.useRealTimers();
});
/** @returns what has been resolved after it */
async function receive(name: NodeJS.Signals): Promise<string[]> {
  added.get(name)?.(name);
  await Promise.resolve();
  return states;
}

it.each(names)('%s asks for a stop, once', async (name) => {
  expect(stop.signal.aborted).toBe(false);
  expect(await receive(name)).toEqual(['requested']);
  expect(stop.signal.reason).toMatchObject({ message: 'a stop was requested' });
  vi.advanceTimersByTime(5_000);
  await receive(name);
  expect(onRequested).toHaveBeenCalledOnce();
});

it.each([
  [1_000, ['requested']],
  [1_001, ['requested', 'repeated']],
])('another one %i ms later leads to %j', async (laterMs, expected) => {
  await receive('SIGINT');
  vi.advanceTimersByTime(laterMs);
  expect(await receive('SIGTERM')).toEqual(expected);
});
