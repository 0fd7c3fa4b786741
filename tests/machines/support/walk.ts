/** Walks a machine's model: from each of its inputs, every sample and timer in every state they lead to. */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  __unsafe_getAllOwnEventDescriptors as descriptorsOf,
} from 'xstate';
import { activeStates, describeTransition } from '#machines/tracing/machine-structure.ts';
import { guardRejectionsIn } from './guard-rejections.ts';
import type { Model, Sample } from './model.ts';

/**
 * @returns the states, transitions, guard rejections and samples that were covered
 * @throws Error where an invariant does not hold, with the events before it
 */
export function walk(model: Model): Set<string> {
  const { machine } = model;
  const covered = new Set<string>();
  for (const input of model.inputs) {
    const known = new Set<string>();
    const found: { readonly state: AnyMachineSnapshot; readonly events: readonly string[] }[] = [];
    const arrive = (state: AnyMachineSnapshot, events: readonly string[]) => {
      for (const [sentence, isTrue] of Object.entries(model.invariants))
        if (!isTrue(state)) throw new Error(`not true: ${sentence}; after: ${events.join(', ')}`);
      for (const id of activeStates(state)) covered.add(id);
      const node = JSON.stringify([state.value, state.status, model.nodeKeyOf(state.context)]);
      if (!known.has(node)) found.push({ state, events });
      known.add(node);
    };
    const take = (move: Move) => {
      const taken = step(machine, move);
      // A state that is left at once is never arrived in.
      for (const key of taken.transitions) covered.add(key).add(key.slice(0, key.indexOf(' --')));
      return taken;
    };
    arrive(take((scope) => machine.getInitialSnapshot(scope, input)).next, []);
    // It grows on the way.
    for (const { state, events } of found)
      for (const { name, event } of samplesIn(model, state)) {
        const { next, transitions } = take((scope) => machine.transition(state, event, scope));
        const rejections = guardRejectionsIn(state, event.type, transitions);
        for (const key of rejections) covered.add(key);
        if (transitions.length + rejections.length > 0) covered.add(name);
        if (transitions.length > 0) arrive(next, [...events, name]);
      }
  }
  return covered;
}

/** What can happen in a state: the samples it accepts, and its timers. */
function samplesIn(model: Model, state: AnyMachineSnapshot): Sample[] {
  if (state.status !== 'active') return [];
  const accepted = new Set<string>(descriptorsOf(state));
  const timers = [...accepted].filter(
    (type) => type.startsWith('xstate.after.') && !model.neverFires?.(state, type),
  );
  const samples = [
    ...Object.entries(model.samples)
      .filter(([, { type }]) => accepted.has(type))
      .map(([name, event]) => ({ name, event })),
    ...timers.map((type) => ({ name: type.split('.')[2] ?? type, event: { type } })),
  ];
  return samples.filter(({ name }) => model.isPossible?.(state, name) ?? true);
}

type Move = (scope: Parameters<AnyStateMachine['transition']>[2]) => AnyMachineSnapshot;

/** One pure step, with the transitions it took, which XState's own `transition` does not report. */
function step(machine: AnyStateMachine, move: Move) {
  const transitions: string[] = [];
  // Never started: provides the scope XState requires, and its inspection reports the transitions.
  const self = createActor(machine, { input: undefined });
  self.system.inspect((report) => {
    if (report.type === '@xstate.microstep')
      transitions.push(...report._transitions.map((taken) => describeTransition(taken).key));
  });
  const nothing = () => {};
  const next = move({
    ...{ self, system: self.system, id: '', sessionId: '', logger: nothing, defer: nothing },
    ...{ stopChild: nothing, emit: nothing, actionExecutor: nothing },
  });
  return { next, transitions };
}
