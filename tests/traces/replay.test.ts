/** Recording and replaying: a trace replays on its machine, and a changed machine is detected. */
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, createMachine } from 'xstate';
import { type Trace, trace as traceFile } from '#contract/trace.ts';
import { authSessionMachine } from '#machines/auth-session.machine.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { liveFeedMachine } from '#machines/live-feed.machine.ts';
import type { Divergence } from '#machines/tracing/divergence.ts';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { createRecorder } from '#machines/tracing/recorder.ts';
import { replay } from '#machines/tracing/replay.ts';
import { createReplayClock } from '#machines/tracing/replay-clock.ts';
import signIns from './auth-session-every-sign-in-and-sign-out.trace.json' with { type: 'json' };
import { formatDivergence } from './format-divergence.ts';
import stream from './live-feed-open-until-sign-out.trace.json' with { type: 'json' };
import { recordAgain } from './record-again.ts';

/** Records a message that times out: opened, written, submitted, failed after half a minute. */
function recordTimeout(): Trace {
  const clock = createReplayClock();
  const recorder = createRecorder({ machine: contactModalMachine, now: clock.now });
  const actor = createActor(contactModalMachine, { clock, inspect: recorder.inspect }).start();
  actor.send({ type: 'OPEN' });
  actor.send({ type: 'EDIT', part: { name: 'Ana' } });
  actor.send({ type: 'SUBMIT' });
  clock.moveTo(30_000);
  clock.fireNext();
  actor.stop();
  return recorder.finish('Timeout', new Date(0));
}

const { config, implementations } = contactModalMachine;
/** The machine with another part in its configuration. */
const changed = (part: object): AnyStateMachine =>
  createMachine({ ...config, ...part } as never).provide(implementations as never);
const changedState = (name: 'open' | 'sending' | 'failed', part: object): AnyStateMachine =>
  changed({ states: { ...config.states, [name]: { ...config.states?.[name], ...part } } });

describe('a recording', () => {
  it('is a trace as the schema says', () => {
    expect(traceFile.parse(recordTimeout())).toMatchObject({
      machine: 'contactModal',
      fingerprint: fingerprintOf(contactModalMachine),
      initial: { value: 'closed', status: 'active', invoked: [], timers: {} },
      steps: [
        { at: 0, value: 'open', effects: [{ type: 'prepareSending', params: null }] },
        { at: 0, context: { draft: { name: 'Ana' } } },
        {
          value: { sending: 'shown' },
          invoked: ['sendMessage'],
          timers: { 'xstate.after.sendTimeout.contactModal.sending': 30_000 },
          transitions: ['contactModal.open --SUBMIT[0]--> contactModal.sending'],
        },
        { at: 30_000, value: 'failed', context: { failure: 'not-sent' } },
      ],
    });
  });
});

describe('the replay', () => {
  const divergence = async (machine: AnyStateMachine, trace = recordTimeout()) => {
    const found = await replay(machine, trace);
    if (found === null) throw new Error('the replay should have diverged');
    return found;
  };
  const pathsOf = ({ differences }: Divergence) => differences.map(({ path }) => path);

  it('agrees with what was recorded', async () => {
    expect(await replay(contactModalMachine, recordTimeout())).toBeNull();
  });

  it('finds the step at which a transition has another target', async () => {
    const found = await divergence(changedState('sending', { after: { sendTimeout: 'sent' } }));
    expect(found.step).toBe(3);
    expect(found.differences).toContainEqual({ path: 'value', expected: 'failed', actual: 'sent' });
  });

  it('finds a changed delay, at the step that starts the timer', async () => {
    const shorter = contactModalMachine.provide({ delays: { sendTimeout: 29_000 } });
    const found = await divergence(shorter);
    expect([found.step, pathsOf(found)]).toEqual([
      2,
      ['timers.xstate.after.sendTimeout.contactModal.sending'],
    ]);
  });

  it('agrees when the context has got a field since, and not when one is gone', async () => {
    const grown = changed({ context: { ...(config.context as object), attempts: 0 } });
    expect(await replay(grown, recordTimeout())).toBeNull();
    const recorded = await recordAgain(grown, recordTimeout());
    expect(recorded.steps.map(({ context }) => context)).toMatchObject(
      recorded.steps.map(() => ({ attempts: 0 })),
    );
    const shrunk = await divergence(contactModalMachine, recorded);
    expect([shrunk.step, pathsOf(shrunk)]).toEqual([-1, ['context.attempts']]);
  });
});

describe('recording again', () => {
  it('has the outcomes of the changed machine, with timers when they are due now', async () => {
    const slower = contactModalMachine.provide({ delays: { sendTimeout: 45_000 } });
    const { steps, recordedAt } = await recordAgain(slower, recordTimeout());
    expect(steps.at(-1)).toMatchObject({ at: 45_000, value: 'failed' });
    expect(recordedAt).not.toBe(recordTimeout().recordedAt);
  });

  it('says which event cannot happen any more', async () => {
    const withoutTimeout = changedState('sending', { after: {} });
    await expect(recordAgain(withoutTimeout, recordTimeout())).rejects.toThrow(
      'step 4 of 4, xstate.after.sendTimeout.contactModal.sending: no timer was due',
    );
  });
});

describe('the explanation of a divergence', () => {
  it('names trace, step and event, and shows expected and actual side by side', async () => {
    const trace = recordTimeout();
    const found = await replay(
      contactModalMachine.provide({ delays: { sendTimeout: 5_000 } }),
      trace,
    );
    if (found === null) throw new Error('the replay should have diverged');
    expect(
      formatDivergence(trace, found)
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['“Timeout” (contactModal) diverges at step 3 of 4, SUBMIT, 0 ms in:'],
      ['expected', 'actual'],
      ['timers.xstate.after.sendTimeout.contactModal.sending', '30000', '5000'],
    ]);
  });
});

describe('what the machine cannot read', () => {
  it('is a divergence at the step whose output it is', async () => {
    const trace = traceFile.parse(signIns);
    const answered = trace.steps.findIndex(({ event }) => 'output' in event);
    const steps = trace.steps.map((step, index) =>
      index === answered ? { ...step, event: { ...step.event, output: null } } : step,
    );
    expect(await replay(authSessionMachine, { ...trace, steps })).toMatchObject({ step: answered });
  });

  it('is one at the start for an input', async () => {
    const found = await replay(liveFeedMachine, { ...traceFile.parse(stream), input: null });
    expect(found?.step).toBe(-1);
    expect(found?.differences).toContainEqual({
      path: 'status',
      expected: 'active',
      actual: 'error',
    });
  });
});

describe('a fingerprint', () => {
  it('depends on the structure of the machine, not its descriptions', () => {
    const prose = changed({ description: 'Otherwise said.' });
    const shape = changedState('failed', { on: {} });
    const own = fingerprintOf(contactModalMachine);
    expect(own).toMatch(/^[0-9a-f]{16}$/);
    expect([fingerprintOf(prose) === own, fingerprintOf(shape) === own]).toEqual([true, false]);
    expect(fingerprintOf(contactModalMachine.provide({ delays: { autoClose: 1 } }))).not.toBe(own);
  });
});
