/** The onboarding machine: where it resumes, the way through, and failures of the mail and of saving. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type OnboardingInput, onboardingMachine } from '#machines/onboarding.machine.ts';

const fresh: OnboardingInput = { matchId: null, hasThreshold: false };

function start(
  input: OnboardingInput,
  outcomes: { readonly mail?: string; readonly end?: string } = {},
) {
  const calls: string[] = [];
  const step = (name: string, failure: string | undefined) =>
    fromPromise<void>(async () => {
      calls.push(name);
      if (failure !== undefined) throw new Error(failure);
    });
  const machine = onboardingMachine.provide({
    actors: {
      sendTestMail: step('mail', outcomes.mail),
      completeOnboarding: step('end', outcomes.end),
    },
  });
  const actor = createActor(machine, { input }).start();
  const idle = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return { actor, calls, idle };
}

describe('where it begins', () => {
  it.each([
    [fresh, 'choosingMatch'],
    [{ matchId: 'm1', hasThreshold: false }, 'creatingThreshold'],
    [{ matchId: 'm1', hasThreshold: true }, { testingMail: 'waiting' }],
    [{ matchId: null, hasThreshold: true }, { testingMail: 'waiting' }],
  ] as const)('%j', (input, state) => {
    expect(start(input).actor.getSnapshot().value).toEqual(state);
  });
});

describe('the way through', () => {
  it('goes from an empty account to a received mail', async () => {
    const { actor, calls, idle } = start(fresh);
    actor.send({ type: 'THRESHOLD.CREATED' });
    expect(actor.getSnapshot().value).toBe('choosingMatch');
    actor.send({ type: 'MATCH.CHOSEN', matchId: 'm7' });
    expect(actor.getSnapshot().context.matchId).toBe('m7');
    actor.send({ type: 'THRESHOLD.CREATED' });
    actor.send({ type: 'MAIL.RECEIVED' });
    expect(actor.getSnapshot().value).toEqual({ testingMail: 'waiting' });
    actor.send({ type: 'SEND' });
    actor.send({ type: 'SEND' });
    await idle();
    actor.send({ type: 'MAIL.RECEIVED' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(calls).toEqual(['mail', 'end']);
  });

  it('can go back, as long as there is a match for a threshold', () => {
    const { actor } = start({ matchId: 'm1', hasThreshold: true });
    actor.send({ type: 'BACK' });
    expect(actor.getSnapshot().value).toBe('creatingThreshold');
    actor.send({ type: 'BACK' });
    expect(actor.getSnapshot().value).toBe('choosingMatch');
    const { actor: without } = start({ matchId: null, hasThreshold: true });
    without.send({ type: 'BACK' });
    expect(without.getSnapshot().value).toEqual({ testingMail: 'waiting' });
  });
});

describe('what fails', () => {
  it('shows why the mail was not sent, and can be retried', async () => {
    const { actor, calls, idle } = start({ matchId: 'm1', hasThreshold: true }, { mail: 'spent' });
    actor.send({ type: 'SEND' });
    await idle();
    expect(actor.getSnapshot().value).toEqual({ testingMail: 'waiting' });
    expect(actor.getSnapshot().context.problem).toBe('spent');
    actor.send({ type: 'SEND' });
    expect(actor.getSnapshot().context.problem).toBeNull();
    await idle();
    expect(calls).toEqual(['mail', 'mail']);
  });

  it('counts the mail as sent when the completion could not be saved', async () => {
    const { actor, idle } = start({ matchId: 'm1', hasThreshold: true }, { end: 'offline' });
    actor.send({ type: 'SEND' });
    await idle();
    actor.send({ type: 'MAIL.RECEIVED' });
    await idle();
    expect(actor.getSnapshot().value).toEqual({ testingMail: 'sent' });
    expect(actor.getSnapshot().context.problem).toBe('offline');
    actor.send({ type: 'MAIL.RECEIVED' });
    expect(actor.getSnapshot().context.problem).toBeNull();
    await idle();
  });
});
