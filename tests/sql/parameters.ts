/** The parameters of an analysed query: their types, and which are stored in a column that is never null. */
import type { Catalogue } from './catalogue.ts';
import { nodeAt, nodesAt, numberAt, type TreeNode, walkTree } from './query-tree.ts';

/** @returns the type of each, by its oid; 0 = unused */
export function parameterTypes(tree: TreeNode): number[] {
  const types: number[] = [];
  for (const node of walkTree(tree))
    if (isParameter(node)) types[numberAt(node, 'paramid') - 1] = numberAt(node, 'paramtype');
  return Array.from(types, (oid) => oid ?? 0);
}

/** @returns their numbers, from 1 */
export function notNullParameters(tree: TreeNode, { notNull }: Catalogue): number[] {
  const found: number[] = [];
  for (const query of walkTree(tree)) {
    if (query.type !== 'QUERY') continue;
    const table = nodesAt(query, 'rtable')[numberAt(query, 'resultRelation') - 1];
    if (table === undefined) continue;
    for (const target of nodesAt(query, 'targetList')) {
      const value = nodeAt(target, 'expr');
      const column = `${numberAt(table, 'relid')}.${numberAt(target, 'resno')}`;
      if (value !== null && isParameter(value) && notNull.has(column))
        found.push(numberAt(value, 'paramid'));
    }
  }
  return found;
}

/** `$1`, not what a subquery passes to the query around it. */
const isParameter = (node: TreeNode) => node.type === 'PARAM' && numberAt(node, 'paramkind') === 0;
