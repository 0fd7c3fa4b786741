/** Walks through a graph that together take every edge worth taking: always on to the nearest one not yet taken. */
import type { Edge, ModelGraph } from './graph.ts';

export interface TestPath {
  readonly input: unknown;
  readonly edges: readonly Edge[];
}

/**
 * @param isWanted whether an edge is still worth taking, given what has been covered so far
 * @param longest edges in one tour before the next begins
 */
export function generatePaths(
  graph: ModelGraph,
  isWanted: (edge: Edge, covered: ReadonlySet<string>) => boolean,
  covered: Set<string> = new Set(),
  longest = 40,
): TestPath[] {
  const tours: TestPath[] = [];
  const outOf = Map.groupBy(graph.edges, ({ from }) => from);
  for (const covers of graph.startCovers) covered.add(covers);
  let tour: Edge[] = [];
  let place = graph.start;
  for (;;) {
    const way = tour.length < longest ? nearest(outOf, place, covered, isWanted) : null;
    if (way === null && tour.length === 0) break;
    if (way === null) {
      tours.push({ input: graph.input, edges: tour });
      tour = [];
      place = graph.start;
      continue;
    }
    for (const edge of way) {
      tour.push(edge);
      covered.add(keyOf(edge));
      for (const covers of edge.covers) covered.add(covers);
      place = edge.to;
    }
  }
  return tours.length > 0 ? tours : [{ input: graph.input, edges: [] }];
}

const keyOf = ({ from, name }: Edge): string => `${from} ${name}`;

/** Every edge of the graph, once at least. */
export const everyEdge = (edge: Edge, covered: ReadonlySet<string>): boolean =>
  !covered.has(keyOf(edge));

/** Only edges that cover a state, transition or refusal nothing has covered before. */
export const everyTransition = (edge: Edge, covered: ReadonlySet<string>): boolean =>
  edge.covers.some((covers) => !covered.has(covers));

function nearest(
  outOf: ReadonlyMap<string, readonly Edge[]>,
  start: string,
  covered: ReadonlySet<string>,
  isWanted: (edge: Edge, covered: ReadonlySet<string>) => boolean,
): Edge[] | null {
  const ways: { readonly place: string; readonly way: Edge[] }[] = [{ place: start, way: [] }];
  const seen = new Set([start]);
  for (let next = ways.shift(); next !== undefined; next = ways.shift()) {
    for (const edge of outOf.get(next.place) ?? []) {
      if (isWanted(edge, covered)) return [...next.way, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      ways.push({ place: edge.to, way: [...next.way, edge] });
    }
  }
  return null;
}
