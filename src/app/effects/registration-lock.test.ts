// @vitest-environment jsdom
/** A tab that registers an account keeps the others waiting until its profile exists. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegistrationLock } from './registration-lock.ts';

/** Grants as the browser does: in order, a shared lock once no exclusive one is held. */
function createLocks() {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, ...rest: unknown[]) {
      const callback = rest.at(-1) as () => Promise<void> | void;
      const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal };
      const before = held;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      const granted = before.then(callback);
      if (signal === undefined) held = granted;
      granted.then(resolve);
      return promise;
    },
  };
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

const never = new AbortController().signal;

it('other tabs wait until it is released', async () => {
  const registering = createRegistrationLock();
  const other = createRegistrationLock();
  registering.hold();
  registering.hold();
  const order: string[] = [];
  const waiting = other.waitForOtherTabs(never).then(() => order.push('goes on'));
  await Promise.resolve();
  order.push('released');
  registering.release();
  await waiting;
  expect(order).toEqual(['released', 'goes on']);
});

it('the tab itself does not wait for its own registration', async () => {
  const registering = createRegistrationLock();
  registering.hold();
  await registering.waitForOtherTabs(never);
  registering.release();
});

it('can register again after a failure', async () => {
  const registering = createRegistrationLock();
  registering.hold();
  registering.release();
  registering.hold();
  const waiting = createRegistrationLock().waitForOtherTabs(never);
  registering.release();
  await waiting;
});

it('gives up after a quarter of a minute, or when it is no longer wanted', async () => {
  vi.useFakeTimers();
  createRegistrationLock().hold();
  const late = expect(createRegistrationLock().waitForOtherTabs(never)).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(15_000);
  await late;
  const unwanted = new AbortController();
  const ended = expect(createRegistrationLock().waitForOtherTabs(unwanted.signal)).rejects.toThrow(
    'left',
  );
  unwanted.abort(new Error('left'));
  await ended;
});

it('a browser without locks does not wait', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const lock = createRegistrationLock();
  lock.hold();
  await createRegistrationLock().waitForOtherTabs(never);
  lock.release();
});
