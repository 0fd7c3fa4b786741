// @vitest-environment node
/** Every diagram is complete and legible: no label overlaps another label, a state or another arrow. */
import { beforeAll, describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { graphOf } from './graph.ts';
import { type Drawing, layOut, type Point, type Rect } from './layout.ts';

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The segments of a path as thin boxes: all are vertical or horizontal. */
const segmentsOf = (path: readonly Point[]): Rect[] =>
  path.slice(1).map((end, index) => {
    const start = path[index] ?? end;
    return {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(start.x - end.x),
      height: Math.abs(start.y - end.y),
    };
  });

/** Pairs of a label and what it overlaps. */
function collisionsOf({ boxes, arrows }: Drawing): string[] {
  const leaves = boxes.filter(({ box }) => box.children.length === 0);
  return arrows.flatMap(({ arrow, label }) => {
    const others = arrows.filter((other) => other.arrow !== arrow);
    return [
      ...others.filter((other) => overlap(label, other.label)).map((other) => other.arrow.id),
      ...leaves.filter((leaf) => overlap(label, leaf)).map(({ box }) => box.id),
      ...others
        .filter((other) => segmentsOf(other.path).some((segment) => overlap(label, segment)))
        .map((other) => `arrow ${other.arrow.id}`),
    ].map((crossed) => `${arrow.id} × ${crossed}`);
  });
}

describe.each([...machinesById])('the diagram of %s', (_id, machine) => {
  let drawing: Drawing;
  beforeAll(async () => {
    drawing = await layOut(graphOf(machine));
  });

  it('has every state and every transition', () => {
    const { boxes, arrows } = drawing;
    const drawn = new Set(boxes.map(({ box }) => box.id));
    expect(statesOf(machine).filter(({ id }) => !drawn.has(id))).toEqual([]);
    const lines = [
      ...arrows.flatMap(({ arrow }) => arrow.lines),
      ...boxes.flatMap(({ box }) => box.inner),
    ].map(({ transition }) => transition.key);
    expect(lines.sort()).toEqual(
      transitionsOf(machine)
        .map(({ key }) => key)
        .sort(),
    );
  });

  it('has no label on another label, on a state, or under a foreign arrow', () => {
    expect(collisionsOf(drawing)).toEqual([]);
  });
});
