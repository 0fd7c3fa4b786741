/**
 * Runs the real application along paths generated from a machine, checking the page after every step. They pass every
 * state and everything that can happen; tests/machines/paths.test.ts takes every transition, in the simulator.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { statesOf } from '#machines/tracing/machine-structure.ts';
import { firstStep, nextStep } from '#machines/tracing/pure-step.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { everySample, generatePaths, type TestPath } from '../support/generate-paths.ts';
import { coveredBy, graphsOf } from '../support/graph.ts';
import type { Model } from '../support/model.ts';

/** Context of a step: the machine's snapshot before it, and the step after it. */
export interface StepContext {
  readonly before: AnyMachineSnapshot;
  /** The next sample or timer, for what must be prepared before it; null at the end. */
  readonly next: string | null;
}

export interface StepHandlers {
  /** Triggers each sample and each timer, by name. */
  readonly triggers: Readonly<Record<string, (moment: StepContext) => Promise<void>>>;
  /** Checks what the user sees in a snapshot. */
  readonly expectScreen: (snapshot: AnyMachineSnapshot) => Promise<void>;
  /** Checks the toast of an effect, by action name. */
  readonly expectEffect?: Readonly<Record<string, (params: never) => Promise<void>>>;
}

export interface BrowserDriver {
  readonly model: Model;
  /** States that the application cannot show, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Whether a sample can be triggered here; all can by default. */
  readonly isPossible?: (snapshot: AnyMachineSnapshot, sample: string) => boolean;
  /** Opens the page in the machine's initial state. */
  readonly begin: (input: never) => Promise<StepHandlers>;
}

/** Runs one machine's paths in the browser; each is a step of the current test. */
export async function runPaths(screen: BrowserDriver): Promise<void> {
  const { model, unreachable = {}, begin } = screen;
  const paths = browserPaths(screen);
  const entered = new Set<string>();
  for (const [index, path] of paths.entries()) {
    await test.step(`${model.machine.id}, path ${index + 1} of ${paths.length}`, async () => {
      for (const key of await runPath(model, path, await begin(path.input as never))) {
        entered.add(key);
      }
    });
  }
  const states = statesOf(model.machine).map(({ id }) => id);
  expect(states.filter((id) => !entered.has(id))).toEqual(Object.keys(unreachable));
}

function browserPaths({ model, isPossible = () => true }: BrowserDriver): TestPath[] {
  const covered = new Set<string>();
  return graphsOf({ ...model, isPossible }).flatMap((graph) =>
    generatePaths(graph, everySample, covered).filter(
      ({ edges }, index) => edges.length > 0 || index === 0,
    ),
  );
}

async function runPath(
  { machine }: Model,
  { input, edges }: TestPath,
  handlers: StepHandlers,
): Promise<string[]> {
  let step = firstStep(machine, input);
  const covered = coveredBy(step);
  await handlers.expectScreen(step.snapshot);
  for (const [index, { name, event }] of edges.entries()) {
    await test.step(name, async () => {
      const before = step.snapshot;
      const handler = handlers.triggers[name];
      if (handler === undefined) throw new Error(`no handler for: ${name}`);
      step = nextStep(machine, before, event);
      await handler({ before, next: edges[index + 1]?.name ?? null });
      for (const { type, params } of step.outcome.effects) {
        await handlers.expectEffect?.[type]?.(params as never);
      }
      await handlers.expectScreen(step.snapshot);
      covered.push(...coveredBy(step, before, event.type));
    });
  }
  return covered;
}
