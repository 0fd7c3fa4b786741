/** Mutants of TypeScript: conditions negated, bounds moved, operators swapped, guards, calls and filters dropped. */
import { type Mutant, oneLine } from './mutant.ts';
import { type Node, walkCode } from './walk-code.ts';

type Place = Pick<Node, 'start' | 'end'>;
/** `shown`: what names the mutant, when the replaced text says too little. */
type Change = readonly [kind: string, at: Place, replacement: string, shown?: Place];

const swappedOperators = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
]);
const swappedMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['toSorted', 'slice'],
  ['startsWith', 'endsWith'],
]);
/** Log lines: what they say is for operators, and no test reads it. */
const unobservedCalls = /^(await )?(log|options\.log|billing\.log|console)\./;

export function codeMutants(file: string, code: string): Mutant[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Place) => code.slice(start, end);
  walkCode(file, code, (node) => {
    changes.push(...changesOf(node, textOf));
  });
  const lineAt = ({ start }: Place): Place => ({
    start: code.lastIndexOf('\n', start) + 1,
    end: `${code}\n`.indexOf('\n', start),
  });
  return changes.map(([kind, at, replacement, shown = kind === 'flip' ? lineAt(at) : at]) => ({
    file,
    line: code.slice(0, at.start).split('\n').length,
    kind,
    start: at.start,
    end: at.end,
    replacement,
    original: oneLine(textOf(shown)),
  }));
}

function changesOf(node: Node, textOf: (node: Place) => string): Change[] {
  const part = (field: string) => node[field] as Node;
  switch (node.type) {
    case 'IfStatement':
      return [
        ['negate', part('test'), `!(${textOf(part('test'))})`],
        ...(node.alternate === null
          ? [['drop if', node, '{}'] as const]
          : [['drop else', part('alternate'), '{}'] as const]),
      ];
    case 'ConditionalExpression':
      return [['negate', part('test'), `!(${textOf(part('test'))})`]];
    case 'LogicalExpression': {
      const [left, right] = [textOf(part('left')), textOf(part('right'))];
      if (node.operator === '??') return [['drop default', node, `(${left})`]];
      return [
        ['drop condition', node, `(${left})`],
        ['drop condition', node, `(${right})`],
      ];
    }
    case 'BinaryExpression': {
      const operator = String(node.operator);
      const swapped = swappedOperators.get(operator);
      if (swapped === undefined) return [];
      const between = { start: part('left').end, end: part('right').start };
      return [['swap operator', between, textOf(between).replace(operator, swapped), node]];
    }
    case 'Literal':
      return typeof node.value === 'boolean' ? [['flip', node, String(!node.value)]] : [];
    case 'ExpressionStatement': {
      const text = textOf(node);
      const isCall = /^(await |void )?[\w.#?]+[\w\]]*\(/.test(text) && !unobservedCalls.test(text);
      return isCall ? [['drop call', node, '{}']] : [];
    }
    case 'CallExpression':
      return changesOfCall(node, textOf);
    default:
      return [];
  }
}

function changesOfCall(node: Node, textOf: (node: Place) => string): Change[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed === true) return [];
  const method = callee.property as Node;
  const name = textOf(method);
  if (name === 'filter') return [['drop filter', node, textOf(callee.object as Node)]];
  const swapped = swappedMethods.get(name);
  if (swapped === undefined) return [];
  if (name === 'toSorted') return [['drop sort', node, `${textOf(callee.object as Node)}.slice()`]];
  return [['swap method', method, swapped]];
}
