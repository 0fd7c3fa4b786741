/** Detects a mutant without a test runner: by the recorded traces, then by the paths generated from the mutant. */
import { readdirSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { replayLive } from '#machines/tracing/replay-live.ts';
import { replayPure } from '#machines/tracing/replay-pure.ts';
import { validateTrace } from '#tests/traces/validate-trace.ts';
import { models } from '../models/all.ts';
import { coverageRow } from '../support/coverage.ts';
import { everyEdge, generatePaths } from '../support/generate-paths.ts';
import { graphsOf } from '../support/graph.ts';
import { runPath } from '../support/run-path.ts';

export async function loadTraces(): Promise<Trace[]> {
  const files = readdirSync('tests/traces').filter((file) => file.endsWith('.trace.json'));
  const results = await Promise.all(files.map((file) => validateTrace(`tests/traces/${file}`)));
  return results.flatMap(({ trace }) => trace ?? []);
}

/** A machine that throws counts as detected. */
const fails = async (attempt: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await attempt();
  } catch {
    return true;
  }
};

export const isDetectedByTraces = (
  mutant: AnyStateMachine,
  traces: readonly Trace[],
): Promise<boolean> =>
  fails(async () => {
    for (const trace of traces.filter(({ machine }) => machine === mutant.id)) {
      if (replayPure(mutant, trace) !== null || (await replayLive(mutant, trace)) !== null) {
        return true;
      }
    }
    return false;
  });

/** Whether tests/machines/paths.test.ts would fail with this machine. */
export const isDetectedByPaths = (mutant: AnyStateMachine): Promise<boolean> =>
  fails(async () => {
    const model = models.find(({ machine }) => machine.id === mutant.id);
    if (model === undefined) throw new Error(`no model of ${mutant.id}`);
    const changed = { ...model, machine: mutant };
    const paths = graphsOf(changed).flatMap((graph) => generatePaths(graph, everyEdge));
    const covered = new Set<string>();
    for (const path of paths) for (const key of await runPath(changed, path)) covered.add(key);
    const met = new Set(paths.flatMap(({ edges }) => edges.map(({ name }) => name)));
    return (
      coverageRow(mutant, paths, covered).missing.length > 0 ||
      Object.keys(model.samples).some((name) => !met.has(name))
    );
  });
