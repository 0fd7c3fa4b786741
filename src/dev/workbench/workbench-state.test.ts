// @vitest-environment node
/** What the workbench makes of what it hears: which machines there are, what was gone through, and what guards said. */
import { describe, expect, it } from 'vitest';
import { type AnyEventObject, type AnyStateMachine, createActor } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { createRecorder } from '#machines/tracing/record.ts';
import { createReplayClock } from '#machines/tracing/replay-clock.ts';
import { coverageOf } from './coverage.ts';
import { formatElapsed } from './format-elapsed.ts';
import { guardResults } from './guard-results.ts';
import { fileNameOf, readTrace } from './replay.ts';
import { positionAt, valueWords } from './trace-position.ts';
import { initialState, latestOf, reduceMessage, type WorkbenchState } from './workbench-state.ts';

function machineOf(id: string): AnyStateMachine {
  const machine = machinesById.get(id);
  if (machine === undefined) throw new Error(`no machine ${id}`);
  return machine;
}

function record(
  machine: AnyStateMachine,
  events: readonly AnyEventObject[],
  input?: object,
): Trace {
  const clock = createReplayClock();
  const recorder = createRecorder({ machine, now: clock.now });
  const actor = createActor(machine, { clock, inspect: recorder.inspect, input }).start();
  for (const event of events) actor.send(event);
  return recorder.finish('A recording', new Date(0));
}

const contact = machineOf('contactModal');
const written = record(contact, [
  { type: 'OPEN' },
  { type: 'SUBMIT' },
  { type: 'EDIT', part: { name: 'Ana', email: 'a@example.com', subject: 'Hola', message: 'Hola' } },
  { type: 'SUBMIT' },
]);

describe('what is heard of the tabs', () => {
  const started = (tab: string, actor: string) =>
    ({ kind: 'started', tab, actor, trace: record(contact, []) }) as const;
  const hearAll = (...messages: Parameters<typeof reduceMessage>[1][]): WorkbenchState =>
    messages.reduce((state, message) => reduceMessage(state, message, 0), initialState);
  const idOf = (state: WorkbenchState) => latestOf(state, 'contactModal')?.id;

  it('grows step by step, each machine on its own', () => {
    const steps = written.steps.slice(0, 1);
    const state = hearAll(started('one', 'a'), started('two', 'a'), {
      kind: 'stepped',
      tab: 'two',
      actor: 'a',
      steps,
    });
    expect(state.actors.map(({ trace }) => trace.steps.length)).toEqual([0, 1]);
  });

  it('told anew to another workbench, is the same machine', () => {
    expect(hearAll(started('one', 'a'), started('one', 'a')).actors).toHaveLength(1);
  });

  it('prefers what runs, then what is newest; a closed tab keeps its traces', () => {
    const both = hearAll(started('one', 'a'), started('two', 'b'));
    expect(idOf(both)).toBe('b');
    const closed = reduceMessage(both, { kind: 'gone', tab: 'two' }, 0);
    expect(idOf(closed)).toBe('a');
    expect(idOf(reduceMessage(closed, { kind: 'stopped', tab: 'one', actor: 'a' }, 0))).toBe('b');
  });
});

describe('the coverage', () => {
  it('counts what was gone through, also states passed at once', () => {
    const onboarding = machineOf('onboarding');
    const trace = record(onboarding, [], { matchId: 'm', hasThreshold: false });
    const { seen, transitions } = coverageOf(onboarding, [trace]);
    expect([...seen].filter((id) => id.startsWith('onboarding.')).sort()).toEqual([
      'onboarding.drawingLine',
      'onboarding.resuming',
      'onboarding.resuming --always[1]--> onboarding.drawingLine',
    ]);
    expect(transitions).toMatch(/^1\//);
  });

  it('is nothing before anything happened', () => {
    expect(coverageOf(contact, []).states).toMatch(/^0\//);
  });
});

describe('the guards of a step', () => {
  const said = (machine: AnyStateMachine, trace: Trace, index: number) =>
    guardResults(machine, positionAt(trace, index)).map(
      ({ transition, holds, wasTaken }) => `${transition.guard} ${holds} ${wasTaken}`,
    );

  it('are asked with what the machine held before it', () => {
    expect(said(contact, written, 1)).toEqual(['isFit false false']);
    expect(said(contact, written, 3)).toEqual(['isFit true true']);
  });

  it('are none where none decides', () => {
    expect(said(contact, written, 0)).toEqual([]);
  });

  it('of states passed at once are asked too', () => {
    const onboarding = machineOf('onboarding');
    const trace = record(onboarding, [], { matchId: 'm', hasThreshold: false });
    expect(said(onboarding, trace, -1)).toEqual(['hasThreshold false false', 'hasMatch true true']);
  });
});

describe('a trace file', () => {
  it('is read, judged and named after what happened', async () => {
    const read = await readTrace(JSON.stringify(written), 'some.trace.json');
    expect(read).toMatchObject({ hasOtherShape: false, divergence: null });
    expect(fileNameOf({ ...written, title: '¿Envió? Sí: «Añadió» algo' })).toBe(
      'contact-modal-envio-si-anadio-algo.trace.json',
    );
  });

  it.each([
    ['{', 'No es un rastro de Vigía de esta versión.'],
    [JSON.stringify({ ...written, version: 2 }), 'No es un rastro de Vigía de esta versión.'],
    [JSON.stringify({ ...written, machine: 'other' }), 'No hay ninguna máquina «other».'],
  ])('that is none is refused with a sentence', async (text, sentence) => {
    expect(await readTrace(text, 'some.json')).toBe(sentence);
  });

  it('of a machine that has changed says where they part', async () => {
    const [first, ...others] = written.steps;
    const changed = { ...written, steps: [{ ...first, value: 'sent' }, ...others] };
    expect(await readTrace(JSON.stringify(changed), 'some.json')).toMatchObject({
      divergence: { step: 0, differences: [{ path: 'value', expected: 'sent', actual: 'open' }] },
    });
  });
});

it.each([
  [0, '0:00.0'],
  [59_990, '1:00.0'],
  [3_000_000, '50:00.0'],
  [3_723_400, '1:02:03.4'],
])('%i ms on the clock are %s', (ms, shown) => {
  expect(formatElapsed(ms)).toBe(shown);
});

it('a nested state is one path', () => {
  expect(valueWords({ signedIn: { renewing: 'refreshing' } })).toBe('signedIn.renewing.refreshing');
});
