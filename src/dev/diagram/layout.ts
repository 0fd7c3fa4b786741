/** Layout of boxes and arrows with ELK. Labels are laid out inline, so that no arrow crosses them. */
import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { type GraphArrow, type GraphBox, type MachineGraph, rowsOf } from './graph.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}
export interface PlacedBox extends Rect {
  readonly box: GraphBox;
}
export interface PlacedArrow {
  readonly arrow: GraphArrow;
  readonly path: readonly Point[];
  readonly label: Rect;
}
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Outer boxes first. */
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

export const lineHeight = 16;
export const headHeight = 26;
const boxPadding = 12;

const options: LayoutOptions = {
  'elk.algorithm': 'layered',
  // Positions from the drawing's corner, not from the box around.
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  // From the initial state down. The strategies that follow the model's order crash ELK.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '0',
  'elk.spacing.labelLabel': '10',
  'elk.layered.thoroughness': '40',
};

/** Estimated text width, generous for any font; measuring would need a DOM. */
function widthOf(text: string, scale = 1): number {
  const capitals = text.match(/[A-Z_✓✗⟳↺]/g)?.length ?? 0;
  return Math.ceil((capitals * 7.6 + (text.length - capitals) * 5.9) * scale);
}

const boxLines = (box: GraphBox): number => box.services.length + box.inner.length;

function nodeOf(box: GraphBox): ElkNode {
  const texts = [
    ...box.services.map((service) => `⟳ ${service}`),
    ...box.inner.map(({ text }) => text),
  ];
  const width = Math.max(
    96,
    widthOf(box.name, 1.3) + 34,
    ...texts.map((text) => widthOf(text) + boxPadding * 2),
  );
  const top = headHeight + boxLines(box) * lineHeight + 6;
  if (box.children.length === 0) return { id: box.id, width, height: top + 4 };
  return {
    id: box.id,
    children: box.children.map(nodeOf),
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${top + 14},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${top})`,
    },
  };
}

function labelSizeOf({ lines }: GraphArrow) {
  const rows = lines.flatMap(rowsOf);
  return {
    width: Math.max(...rows.map((row) => widthOf(row))) + 14,
    height: rows.length * lineHeight + 4,
  };
}

/** ELK is half a megabyte, so it is loaded with the first diagram. */
export async function layOut(graph: MachineGraph): Promise<Drawing> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const laidOut = await new Elk().layout({
    id: '(drawing)',
    layoutOptions: { ...options, 'elk.padding': '[top=12,left=12,bottom=12,right=12]' },
    children: graph.boxes.map(nodeOf),
    edges: graph.arrows.map((arrow) => ({
      id: arrow.id,
      sources: [arrow.from],
      targets: [arrow.to],
      labels: [
        {
          text: arrow.id,
          ...labelSizeOf(arrow),
          layoutOptions: { 'elk.edgeLabels.inline': 'true' },
        },
      ],
    })),
  });
  return drawingOf(graph, laidOut);
}

function drawingOf(graph: MachineGraph, laidOut: ElkNode): Drawing {
  const placeUnder = (parent: ElkNode, drawn: readonly GraphBox[]): PlacedBox[] =>
    drawn.flatMap((box) => {
      const node = parent.children?.find(({ id }) => id === box.id);
      if (node === undefined) return [];
      const { x = 0, y = 0, width = 0, height = 0 } = node;
      return [{ box, x, y, width, height }, ...placeUnder(node, box.children)];
    });
  const arrows = graph.arrows.flatMap((arrow) => {
    const edge = laidOut.edges?.find(({ id }) => id === arrow.id);
    const section = edge?.sections?.[0];
    const label = edge?.labels?.[0];
    if (section === undefined || label === undefined) return [];
    const { startPoint, bendPoints = [], endPoint } = section;
    return {
      arrow,
      path: [startPoint, ...bendPoints, endPoint],
      label: { x: label.x ?? 0, y: label.y ?? 0, ...labelSizeOf(arrow) },
    };
  });
  const { width = 0, height = 0 } = laidOut;
  return { width, height, boxes: placeUnder(laidOut, graph.boxes), arrows };
}
