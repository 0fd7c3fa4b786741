/** Walks the real application along the paths generated from a machine, and looks at the page after every step. */
import type { AnyMachineSnapshot } from 'xstate';
import { guardRejectionsOf, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { firstStep, nextStep } from '#machines/tracing/pure-step.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { everyTransition, generatePaths, type TestPath } from '../support/generate-paths.ts';
import { coveredBy, graphsOf } from '../support/graph.ts';
import type { Model } from '../support/model.ts';

/** What is about to happen, and where the machine is by then. */
export interface StepContext {
  readonly before: AnyMachineSnapshot;
  /** The sample or timer that follows this one; for what must be prepared before it is asked for. */
  readonly next: string | null;
}

export interface StepHandlers {
  /** How each sample, and each timer, is made to happen. */
  readonly does: Readonly<Record<string, (moment: StepContext) => Promise<void>>>;
  /** What a person sees where the machine is now. */
  readonly sees: (snapshot: AnyMachineSnapshot) => Promise<void>;
  /** What a person is told by the way, by the action that tells it. */
  readonly notifies?: Readonly<Record<string, (params: never) => Promise<void>>>;
}

export interface OnScreen {
  readonly model: Model;
  /** States, transitions and refusals the application has no way to reach, each with why. */
  readonly unreachable: Readonly<Record<string, string>>;
  /** Whether a sample can be brought about here; all can unless told otherwise. */
  readonly isPossible?: (snapshot: AnyMachineSnapshot, sample: string) => boolean;
  /** Takes the page to where the machine starts. */
  readonly begin: (input: never) => Promise<StepHandlers>;
}

/** One machine's paths on the screen; each is a step of the running test. */
export async function runPaths(screen: OnScreen): Promise<void> {
  const { model, unreachable, begin } = screen;
  const paths = pathsOnScreen(screen);
  const covered = new Set<string>();
  for (const [index, path] of paths.entries()) {
    await test.step(`${model.machine.id}, path ${index + 1} of ${paths.length}`, async () => {
      for (const key of await follow(model, path, await begin(path.input as never))) {
        covered.add(key);
      }
    });
  }
  const all = [
    ...statesOf(model.machine).map(({ id }) => id),
    ...transitionsOf(model.machine).map(({ key }) => key),
    ...guardRejectionsOf(model.machine),
  ];
  expect(all.filter((key) => !covered.has(key)).toSorted()).toEqual(
    Object.keys(unreachable).toSorted(),
  );
}

export function pathsOnScreen({
  model,
  unreachable,
  isPossible = () => true,
}: OnScreen): TestPath[] {
  const covered = new Set<string>(Object.keys(unreachable));
  return graphsOf({ ...model, isPossible }).flatMap((graph) => {
    const paths = generatePaths(graph, everyTransition, covered);
    return paths.filter(({ edges }, index) => edges.length > 0 || index === 0);
  });
}

async function follow(
  { machine }: Model,
  { input, edges }: TestPath,
  handlers: StepHandlers,
): Promise<string[]> {
  let step = firstStep(machine, input);
  const covered = coveredBy(step);
  await handlers.sees(step.snapshot);
  for (const [index, { name, event }] of edges.entries()) {
    await test.step(name, async () => {
      const before = step.snapshot;
      const handler = handlers.does[name];
      if (handler === undefined) throw new Error(`nothing brings about: ${name}`);
      step = nextStep(machine, before, event);
      await handler({ before, next: edges[index + 1]?.name ?? null });
      for (const { type, params } of step.outcome.effects) {
        await handlers.notifies?.[type]?.(params as never);
      }
      await handlers.sees(step.snapshot);
      covered.push(...coveredBy(step, before, event.type));
    });
  }
  return covered;
}
