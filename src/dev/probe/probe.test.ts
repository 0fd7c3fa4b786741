// @vitest-environment node
/** The app's end of the channel: posts every step without secrets, and executes only commands for its own tab. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { authSessionMachine } from '#machines/auth-session.machine.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type FromApp, type FromWorkbench, openChannel } from '../workbench-channel.ts';
import { createControllableClock } from './controllable-clock.ts';
import { createProbe } from './probe.ts';

const session = sessionSample({
  uid: 'uid-plantado',
  email: 'ana.secreta@example.com',
  token: 'token-plantado',
  issuedAtMs: 0,
  expiresAtMs: 3_600_000,
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function start() {
  const messages: (FromApp | FromWorkbench)[] = [];
  const channel = openChannel<FromWorkbench>((message) => messages.push(message));
  const restart = vi.fn();
  const clock = createControllableClock();
  // Only the test moves it.
  clock.setPaused(true);
  const probe = createProbe('this-tab', clock, restart);
  closers.push(probe.close, channel.close);
  const kinds = () => messages.map(({ kind }) => kind);
  return { messages, kinds, channel, probe, restart, clock };
}

describe('the probe', () => {
  it('posts start, steps and end of every machine, and no secret', async () => {
    const { messages, kinds, probe } = start();
    const actor = createActor(authSessionMachine, probe.actorOptions).start();
    actor.send({ type: 'PROVIDER.SIGNED_IN', session });
    actor.stop();
    await waitFor(() => expect(kinds()).toContain('stopped'));
    expect(kinds().filter((kind) => kind !== 'clock')).toEqual(['started', 'stepped', 'stopped']);
    const text = JSON.stringify(messages);
    expect(text).toContain('<token-1>');
    for (const secret of [session.uid, session.email, session.token])
      expect(text.includes(secret), secret).toBe(false);
  });

  it('ignores commands for another tab', async () => {
    const { channel, probe, restart, clock, messages } = start();
    const actor = createActor(contactModalMachine, probe.actorOptions).start();
    const event = { type: 'OPEN' };
    channel.post({ kind: 'send', tab: 'other-tab', actor: 'other-tab contactModal-0', event });
    channel.post({ kind: 'advance', tab: 'other-tab', ms: 1_000 });
    channel.post({ kind: 'restart', tab: 'other-tab' });
    channel.post({ kind: 'advance', tab: 'this-tab', ms: 5 });
    await waitFor(() => expect(clock.now()).toBe(5));
    expect([actor.getSnapshot().value, restart.mock.calls]).toEqual(['closed', []]);
    channel.post({ kind: 'restart', tab: 'this-tab' });
    await waitFor(() => expect(restart).toHaveBeenCalledOnce());
    await waitFor(() =>
      expect(messages.at(-1)).toMatchObject({ kind: 'clock', clock: { nowMs: 5 } }),
    );
  });
});
