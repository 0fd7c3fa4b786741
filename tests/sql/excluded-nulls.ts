/** Which columns a query's conditions keep from being null: `a is not null`, and strict operators such as `a <= now()`. */
import type { Catalogue } from './catalogue.ts';
import { nodeAt, nodesAt, numberAt, type TreeNode } from './query-tree.ts';

/** Columns as `table.number` of the query's tables. */
export interface NonNull {
  /** By WHERE or an inner join. */
  readonly always: ReadonlySet<string>;
  /** By the condition of an outer join: in the rows in which it found a partner. */
  readonly whereMatched: ReadonlySet<string>;
}

const joinType = { inner: 0, left: 1 };

export function excludedNulls(query: TreeNode, catalogue: Catalogue): NonNull {
  const always = new Set<string>();
  const whereMatched = new Set<string>();
  const walk = (node: TreeNode, found: Set<string>) => {
    if (node.type === 'FROMEXPR') {
      collect(nodeAt(node, 'quals'), found, catalogue);
      for (const from of nodesAt(node, 'fromlist')) walk(from, found);
    }
    if (node.type !== 'JOINEXPR') return;
    const kind = numberAt(node, 'jointype');
    const left = nodeAt(node, 'larg');
    const right = nodeAt(node, 'rarg');
    const keepsLeft = kind === joinType.inner || kind === joinType.left;
    const keepsRight = kind === joinType.inner;
    const ofJoin = new Set<string>();
    collect(nodeAt(node, 'quals'), ofJoin, catalogue);
    const leftTables = new Set(left === null ? [] : tablesOf(left));
    for (const key of ofJoin) {
      const isLeft = leftTables.has(key.slice(0, key.indexOf('.')));
      if (kind === joinType.inner) found.add(key);
      else if (kind === joinType.left && !isLeft) whereMatched.add(key);
    }
    if (left !== null) walk(left, keepsLeft ? found : whereMatched);
    if (right !== null) walk(right, keepsRight ? found : whereMatched);
  };
  const from = nodeAt(query, 'jointree');
  if (from !== null) walk(from, always);
  return { always, whereMatched };
}

function collect(condition: TreeNode | null, found: Set<string>, catalogue: Catalogue): void {
  if (condition === null) return;
  const args = nodesAt(condition, 'args');
  if (condition.type === 'BOOLEXPR' && condition.fields.get('boolop') === 'and')
    for (const one of args) collect(one, found, catalogue);
  const isNotNull = condition.type === 'NULLTEST' && numberAt(condition, 'nulltesttype') === 1;
  const tested = isNotNull ? nodeAt(condition, 'arg') : null;
  const isStrict =
    (condition.type === 'OPEXPR' || condition.type === 'SCALARARRAYOPEXPR') &&
    catalogue.functions.get(numberAt(condition, 'opfuncid'))?.isStrict === true;
  for (const operand of isStrict ? args : tested === null ? [] : [tested]) {
    const variable = operand.type === 'RELABELTYPE' ? nodeAt(operand, 'arg') : operand;
    if (variable?.type === 'VAR' && numberAt(variable, 'varlevelsup') === 0)
      found.add(`${numberAt(variable, 'varno')}.${numberAt(variable, 'varattno')}`);
  }
}

function tablesOf(node: TreeNode): string[] {
  if (node.type === 'RANGETBLREF') return [String(numberAt(node, 'rtindex'))];
  return ['larg', 'rarg'].flatMap((side) => {
    const inner = nodeAt(node, side);
    return inner === null ? [] : tablesOf(inner);
  });
}
