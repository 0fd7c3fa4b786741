/** The channel setup machine: what each kind needs before its test, and what fails on the way. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { type ChannelSetupInput, channelSetupMachine } from '#machines/channel-setup.machine.ts';

type Permission = 'granted' | 'denied';
interface Outcomes {
  readonly permission?: Permission;
  /** The browser cannot ask. */
  readonly question?: string;
  readonly subscription?: string;
  readonly creation?: string;
  readonly test?: boolean | string;
}

function start(kind: ChannelSetupInput['kind'], outcomes: Outcomes = {}) {
  const calls: string[] = [];
  const clock = new SimulatedClock();
  const fail = (message: string | undefined) => {
    if (message !== undefined) throw new Error(message);
  };
  let created = 0;
  const machine = channelSetupMachine.provide({
    actors: {
      requestPermission: fromPromise<'granted' | 'denied' | 'default' | 'unsupported'>(async () => {
        calls.push('permission');
        fail(outcomes.question);
        return outcomes.permission ?? 'granted';
      }),
      subscribe: fromPromise<void>(async () => {
        calls.push('subscribe');
        fail(outcomes.subscription);
      }),
      createChannel: fromPromise<{ channelId: string }, { replacedId: string | null }>(
        async ({ input }) => {
          calls.push(`create instead of ${input.replacedId}`);
          fail(outcomes.creation);
          created += 1;
          return { channelId: `c${created}` };
        },
      ),
      sendTest: fromPromise<{ isDelivered: boolean; answer: string }, { channelId: string | null }>(
        async ({ input }) => {
          calls.push(`test ${input.channelId}`);
          if (typeof outcomes.test === 'string') fail(outcomes.test);
          return { isDelivered: outcomes.test !== false, answer: 'Respondió 200.' };
        },
      ),
    },
  });
  const actor = createActor(machine, { input: { kind }, clock }).start();
  const idle = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return { actor, calls, clock, idle };
}

describe('what each kind needs before its test', () => {
  it('asks a browser for permission, subscribes it, stores it, and only then tests it', async () => {
    const { actor, calls, idle } = start('push');
    actor.send({ type: 'SUBMIT' });
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(calls).toEqual(['permission', 'subscribe', 'create instead of null', 'test c1']);
    expect(actor.getSnapshot().value).toBe('delivered');
  });

  it.each(['ntfy', 'discord'] as const)('stores and tests %s at once', async (kind) => {
    const { actor, calls, idle } = start(kind);
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(calls).toEqual(['create instead of null', 'test c1']);
  });

  it('waits until a webhook’s secret is stored', async () => {
    const { actor, calls, idle } = start('webhook');
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(actor.getSnapshot().value).toBe('showingSecret');
    expect(calls).toEqual(['create instead of null']);
    actor.send({ type: 'CONTINUE' });
    await idle();
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('waits a quarter of an hour for Telegram’s link, and makes another in its place', async () => {
    const { actor, calls, clock, idle } = start('telegram');
    actor.send({ type: 'SUBMIT' });
    await idle();
    clock.increment(15 * 60_000 - 1);
    expect(actor.getSnapshot().value).toBe('linking');
    clock.increment(1);
    expect(actor.getSnapshot().value).toBe('expired');
    actor.send({ type: 'RESTART' });
    await idle();
    actor.send({ type: 'CHANNEL.LINKED' });
    await idle();
    expect(calls).toEqual(['create instead of null', 'create instead of c1', 'test c2']);
  });
});

describe('what fails', () => {
  it('subscribes nothing without permission, and can ask again', async () => {
    const { actor, calls, idle } = start('push', { permission: 'denied' });
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(actor.getSnapshot().value).toBe('blocked');
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(calls).toEqual(['permission', 'permission']);
  });

  it.each([
    ['push', { question: 'no question' }, 'no question'],
    ['push', { subscription: 'no service' }, 'no service'],
    ['discord', { creation: 'not a webhook' }, 'not a webhook'],
  ] as const)('%s goes back to the form, with the reason', async (kind, outcomes, problem) => {
    const { actor, idle } = start(kind, outcomes);
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(actor.getSnapshot().value).toBe('editing');
    expect(actor.getSnapshot().context.problem).toBe(problem);
  });

  it.each([false, 'spent'] as const)('can repeat a test that did not arrive (%s)', async (test) => {
    const { actor, calls, idle } = start('ntfy', { test });
    actor.send({ type: 'SUBMIT' });
    await idle();
    expect(actor.getSnapshot().value).toBe('undelivered');
    actor.send({ type: 'TEST' });
    await idle();
    expect(calls.filter((call) => call === 'test c1')).toHaveLength(2);
  });
});
