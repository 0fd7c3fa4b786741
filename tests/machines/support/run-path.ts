/** Runs a live actor along a generated path and checks each step against the pure machine and the model's invariants. */
import type { AnyMachineSnapshot } from 'xstate';
import { differencesOf } from '#machines/tracing/divergence.ts';
import { createPlayer } from '#machines/tracing/replay.ts';
import type { TestPath } from './generate-paths.ts';
import { coveredBy } from './graph.ts';
import type { Model } from './model.ts';
import { firstStep, nextStep } from './pure-step.ts';

/**
 * @returns the states, transitions and guard rejections that were covered
 * @throws Error at the first step that differs, with the events before it
 */
export async function runPath(
  { machine, invariants }: Model,
  { input, edges }: TestPath,
): Promise<string[]> {
  const player = createPlayer(machine, { input: (input ?? null) as never });
  const taken: string[] = [];
  const fail = (what: unknown): never => {
    throw new Error(`${JSON.stringify(what)}; after: ${taken.join(', ') || 'nothing'}`);
  };
  const expectStep = (
    expected: Parameters<typeof differencesOf>[0],
    snapshot: AnyMachineSnapshot,
  ) => {
    const differences = differencesOf(expected, player.outcome() ?? {});
    if (differences.length > 0) fail(differences);
    for (const [sentence, isTrue] of Object.entries(invariants)) {
      if (!isTrue(snapshot)) fail(`not true: ${sentence}`);
    }
  };
  try {
    let expected = firstStep(machine, input);
    const covered = coveredBy(expected);
    expectStep(expected.outcome, player.actor.getSnapshot());
    for (const [index, { name, event }] of edges.entries()) {
      taken.push(name);
      const before = player.actor.getSnapshot();
      expected = nextStep(machine, expected.snapshot, event);
      const isTimer = event.type.startsWith('xstate.after.');
      const at = (isTimer ? player.clock.nextDueAtMs() : null) ?? player.clock.now();
      const divergence = await player.play(index, { at, event });
      if (divergence !== null) fail(divergence.differences);
      const snapshot = player.actor.getSnapshot();
      expectStep(expected.outcome, snapshot);
      covered.push(...coveredBy({ snapshot, outcome: expected.outcome }, before, event.type));
    }
    return covered;
  } finally {
    player.stop();
  }
}
