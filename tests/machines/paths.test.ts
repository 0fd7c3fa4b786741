/** Model-based tests: paths generated from every machine run live actors through every state, transition and guard branch. */
import { expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { guardRejectionsOf, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { models } from './models/all.ts';
import { generatePaths } from './support/generate-paths.ts';
import { graphsOf } from './support/graph.ts';
import { runPath } from './support/run-path.ts';

it('every machine of the registry has a model', () => {
  expect(models.map(({ machine }) => machine.id)).toEqual([...machinesById.keys()]);
});

it.each(models)('$machine.id: by every sample, through all there is of it', async (model) => {
  const { machine, samples } = model;
  const paths = graphsOf(model).flatMap(generatePaths);
  const covered = new Set<string>();
  for (const path of paths) for (const key of await runPath(model, path)) covered.add(key);
  for (const { edges } of paths) for (const { name } of edges) covered.add(name);
  const parts = [
    ...statesOf(machine).map(({ id }) => id),
    ...transitionsOf(machine).map(({ key }) => key),
    ...guardRejectionsOf(machine),
    ...Object.keys(samples),
  ];
  expect(parts.filter((key) => !covered.has(key))).toEqual([]);
});
