/**
 * Model-based tests: paths generated from every machine run live actors through every state, transition and guard branch.
 * Prints a coverage table; less than full coverage fails.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { models } from './models/all.ts';
import { type CoverageRow, coverageRow, coverageTable } from './support/coverage.ts';
import { everyEdge, generatePaths } from './support/generate-paths.ts';
import { graphsOf } from './support/graph.ts';
import { runPath } from './support/run-path.ts';

const rows: CoverageRow[] = [];

it('every machine of the registry has a model', () => {
  expect(models.map(({ machine }) => machine.id)).toEqual([...machinesById.keys()]);
});

describe.each(models)('$machine.id', (model) => {
  const paths = graphsOf(model).flatMap((graph) => generatePaths(graph, everyEdge));

  it('runs its generated paths through every state and every transition', async () => {
    const covered = new Set<string>();
    for (const path of paths) for (const key of await runPath(model, path)) covered.add(key);
    const row = coverageRow(model.machine, paths, covered);
    rows.push(row);
    expect(row.missing).toEqual([]);
  });

  it('uses every sample', () => {
    const met = new Set(paths.flatMap(({ edges }) => edges.map(({ name }) => name)));
    expect(Object.keys(model.samples).filter((name) => !met.has(name))).toEqual([]);
  });
});

afterAll(() => console.log(coverageTable(rows)));
