/** Generates paths through a model's graph that together cover the wanted edges: always to the nearest uncovered one. */
import type { Edge, ModelGraph } from './graph.ts';

export interface TestPath {
  readonly input: unknown;
  readonly edges: readonly Edge[];
}

/**
 * @param isWanted whether an edge is still to be covered, given what has been covered so far
 * @param maxEdges maximum edges in one path
 */
export function generatePaths(
  graph: ModelGraph,
  isWanted: (edge: Edge, covered: ReadonlySet<string>) => boolean,
  covered: Set<string> = new Set(),
  maxEdges = 40,
): TestPath[] {
  const paths: TestPath[] = [];
  const outOf = Map.groupBy(graph.edges, ({ from }) => from);
  for (const covers of graph.startCovers) covered.add(covers);
  let path: Edge[] = [];
  let node = graph.start;
  for (;;) {
    const route = path.length < maxEdges ? nearest(outOf, node, covered, isWanted) : null;
    if (route === null && path.length === 0) break;
    if (route === null) {
      paths.push({ input: graph.input, edges: path });
      path = [];
      node = graph.start;
      continue;
    }
    for (const edge of route) {
      path.push(edge);
      covered.add(keyOf(edge)).add(edge.name);
      for (const covers of edge.covers) covered.add(covers);
      node = edge.to;
    }
  }
  return paths.length > 0 ? paths : [{ input: graph.input, edges: [] }];
}

const keyOf = ({ from, name }: Edge): string => `${from} ${name}`;

/** Every edge of the graph, once at least. */
export const everyEdge = (edge: Edge, covered: ReadonlySet<string>): boolean =>
  !covered.has(keyOf(edge));

/** Only edges of a sample or timer that no edge before had, or that cover a new state. */
export const everySample = (edge: Edge, covered: ReadonlySet<string>): boolean =>
  !covered.has(edge.name) || edge.covers.some((covers) => isState(covers) && !covered.has(covers));

const isState = (key: string): boolean => !key.includes(' --');

function nearest(
  outOf: ReadonlyMap<string, readonly Edge[]>,
  start: string,
  covered: ReadonlySet<string>,
  isWanted: (edge: Edge, covered: ReadonlySet<string>) => boolean,
): Edge[] | null {
  const routes: { readonly node: string; readonly route: Edge[] }[] = [{ node: start, route: [] }];
  const seen = new Set([start]);
  for (let next = routes.shift(); next !== undefined; next = routes.shift()) {
    for (const edge of outOf.get(next.node) ?? []) {
      if (isWanted(edge, covered)) return [...next.route, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      routes.push({ node: edge.to, route: [...next.route, edge] });
    }
  }
  return null;
}
