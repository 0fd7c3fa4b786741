/**
 * Paths generated from every machine drive live actors with scripted services through every state, every transition and
 * every branch of every guard. The table at the end says how much was reached; less than everything fails.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { models } from './models/all.ts';
import { type CoverageRow, coverageRow, coverageTable } from './support/coverage.ts';
import { everyEdge, generatePaths } from './support/generate-paths.ts';
import { graphsOf } from './support/graph.ts';
import { runPath } from './support/run-path.ts';

const rows: CoverageRow[] = [];

it('every machine of the catalogue has a model', () => {
  expect(models.map(({ machine }) => machine.id)).toEqual([...machinesById.keys()]);
});

describe.each(models)('$machine.id', (model) => {
  const paths = graphsOf(model).flatMap((graph) => generatePaths(graph, everyEdge));

  it('goes wherever its generated paths lead, through every state and every transition', async () => {
    const covered = new Set<string>();
    for (const path of paths) for (const key of await runPath(model, path)) covered.add(key);
    const row = coverageRow(model.machine, paths, covered);
    rows.push(row);
    expect(row.missing).toEqual([]);
  });

  it('meets no sample in vain', () => {
    const met = new Set(paths.flatMap(({ edges }) => edges.map(({ name }) => name)));
    expect(Object.keys(model.samples).filter((name) => !met.has(name))).toEqual([]);
  });
});

afterAll(() => console.log(coverageTable(rows)));
