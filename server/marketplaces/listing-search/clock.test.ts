/** The adapter's clock: a sleep and a timer end at once when they are cancelled, so that a stop does not wait for them. */
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('a sleep ends with the signal’s reason, also when it was aborted before', async () => {
  const stop = new AbortController();
  const reason = new Error('the source was lost');
  const sleeping = systemClock.sleep(2 ** 31 - 1, stop.signal);
  stop.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(2 ** 31 - 1, stop.signal)).rejects.toBe(reason);
});

test('a cancelled timer does not call', async () => {
  const { promise: called, resolve } = Promise.withResolvers<string>();
  const cancel = systemClock.after(0, () => resolve('cancelled'));
  cancel();
  systemClock.after(1, () => resolve('running'));
  expect(await called).toBe('running');
});
