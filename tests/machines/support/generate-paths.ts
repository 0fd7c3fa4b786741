/** Generates paths through a model's graph that together take every edge: always to the nearest not taken yet. */
import type { Edge, ModelGraph } from './graph.ts';

export interface TestPath {
  readonly input: unknown;
  readonly edges: readonly Edge[];
}

/** So that a path that fails can be read. */
const maxEdges = 40;

export function generatePaths({ input, start, edges }: ModelGraph): TestPath[] {
  const paths: TestPath[] = [];
  const outOf = Map.groupBy(edges, ({ from }) => from);
  const taken = new Set<Edge>();
  let path: Edge[] = [];
  for (;;) {
    const route = path.length < maxEdges ? nearest(outOf, path.at(-1)?.to ?? start, taken) : null;
    if (route === null && path.length === 0) break;
    if (route === null) {
      paths.push({ input, edges: path });
      path = [];
      continue;
    }
    path.push(...route);
    for (const edge of route) taken.add(edge);
  }
  return paths;
}

function nearest(
  outOf: ReadonlyMap<string, readonly Edge[]>,
  start: string,
  taken: ReadonlySet<Edge>,
): Edge[] | null {
  const routes: { readonly node: string; readonly route: Edge[] }[] = [{ node: start, route: [] }];
  const seen = new Set([start]);
  for (let next = routes.shift(); next !== undefined; next = routes.shift()) {
    for (const edge of outOf.get(next.node) ?? []) {
      if (!taken.has(edge)) return [...next.route, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      routes.push({ node: edge.to, route: [...next.route, edge] });
    }
  }
  return null;
}
