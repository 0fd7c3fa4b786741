// @vitest-environment node
/** What the diagram writes beside an arrow and in a box, for every kind of transition. */
import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { type GraphBox, graphOf, rowsOf } from './graph.ts';

const machine = setup({
  actors: { ask: fromPromise(async () => {}), watch: fromPromise(async () => {}) },
  guards: { isValid: () => true },
  delays: { limit: 90_000, growing: () => 5 },
}).createMachine({
  id: 'form',
  initial: 'asking',
  invoke: { id: 'watch', src: 'watch' },
  on: { RESET: '.asking' },
  states: {
    asking: {
      invoke: { id: 'ask', src: 'ask', onDone: 'open', onError: 'open' },
      after: { 1500: 'open', limit: 'open', growing: 'open' },
    },
    open: {
      initial: 'first',
      on: { EDIT: {}, AGAIN: { target: 'open', reenter: true } },
      onDone: 'closed',
      states: {
        first: { always: { guard: 'isValid', target: 'last' } },
        last: { type: 'final' },
      },
    },
    closed: {},
  },
});
const graph = graphOf(machine);

describe('a graph', () => {
  it('has one arrow for all that leads from one state to another, each with its words', () => {
    const words = graph.arrows.map(({ from, to, lines }) => [
      `${from} → ${to}`,
      lines.map(({ text }) => text).join(', '),
    ]);
    expect(Object.fromEntries(words)).toEqual({
      'form → form.asking': 'RESET',
      'form.asking → form.open': 'ask ✓, ask ✗, tras 1.5 s, tras limit (90 s), tras growing',
      'form.open → form.closed': 'terminado',
      'form.open.first → form.open.last': 'enseguida [isValid]',
    });
  });

  it('has a box for each state in that of its parent, and one for what holds in all', () => {
    const nameOf = ({ name, children }: (typeof graph.boxes)[number]): unknown =>
      children.length === 0 ? name : [name, children.map(nameOf)];
    const boxes = ['form', 'asking', ['open', ['first', 'last']], 'closed'];
    expect(graph.boxes.map(nameOf)).toEqual(boxes);
    expect(graph.boxes.map(({ services }) => services)).toEqual([['watch'], ['ask'], [], []]);
  });

  it('writes in the box what does not leave the state', () => {
    const [, , open] = graph.boxes;
    expect(open?.inner.map(({ text }) => text)).toEqual(['EDIT', 'AGAIN ↺']);
  });
});

it.each([
  ['SUBMIT [isValid]', ['SUBMIT [isValid]']],
  ['PROVIDER.SIGNED_IN [isKnown]', ['PROVIDER.SIGNED_IN', '[isKnown]']],
  ['tras postSignupDelay (300 ms)', ['tras postSignupDelay (300 ms)']],
  ['123456789 [123456789012]', ['123456789 [123456789012]']],
  ['123456789 [1234567890123]', ['123456789', '[1234567890123]']],
])('%s is written in as many rows as it needs', (text, rows) => {
  const [line] = graph.arrows[0]?.lines ?? [];
  if (line === undefined) throw new Error('no arrow');
  expect(rowsOf({ ...line, text })).toEqual(rows);
});

it.each([...machinesById])('the diagram of %s has every state and every transition', (_id, of) => {
  const { boxes, arrows } = graphOf(of);
  const withChildren = (box: GraphBox): GraphBox[] => [box, ...box.children.flatMap(withChildren)];
  const all = boxes.flatMap(withChildren);
  const drawn = new Set(all.map(({ id }) => id));
  expect(statesOf(of).filter(({ id }) => !drawn.has(id))).toEqual([]);
  const lines = [...arrows.flatMap((arrow) => arrow.lines), ...all.flatMap(({ inner }) => inner)];
  const keys = (found: readonly { key: string }[]) => found.map(({ key }) => key).sort();
  expect(keys(lines.map(({ transition }) => transition))).toEqual(keys(transitionsOf(of)));
});
