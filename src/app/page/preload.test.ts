// @vitest-environment jsdom
/** Code that a person will need next is loaded ahead: once, as soon as it is known what they may do. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { authSessionMachine } from '#machines/auth-session.machine.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { preloadOn } from './preload.ts';

beforeEach(() => void vi.useFakeTimers());

const idle = () => vi.advanceTimersByTimeAsync(10_000);

it('the form’s code when signed out, the dashboard’s when signed in, each once, and other screens’ after this one', async () => {
  const session = createActor(authSessionMachine, { clock: new SimulatedClock() }).start();
  const [toaster, form, dashboard] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn()];
  dashboard.mockImplementation(async () => {});
  const answered = Promise.withResolvers<void>();
  preloadOn(session, [
    { tags: ['public', 'authenticated'], loaders: [toaster] },
    { tags: ['public'], loaders: [form] },
    { tags: ['authenticated'], after: () => answered.promise, loaders: [dashboard] },
  ]);
  const counts = () => [toaster, form, dashboard].map(({ mock }) => mock.calls.length);
  session.send({ type: 'PROVIDER.UNREACHABLE' });
  await idle();
  expect(counts()).toEqual([0, 0, 0]);
  session.send({ type: 'PROVIDER.SIGNED_OUT' });
  await idle();
  expect(counts()).toEqual([1, 1, 0]);
  session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample() });
  await idle();
  expect(counts()).toEqual([1, 1, 0]);
  answered.reject(new Error('offline'));
  await idle();
  expect(counts()).toEqual([1, 1, 1]);
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample() });
  await idle();
  expect(counts()).toEqual([1, 1, 1]);
  session.stop();
});
