/** Parser of PostgreSQL's analysed query trees, in the text form that `debug_print_parse` prints. */

/** A node such as `{VAR :varno 1 :varattno 2}`. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}
/** null: `<>`. Tokens stay text. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null;

const tokens = /[{}()]|(?:\\.|[^\s{}()\\])+/gs;

/** @throws SyntaxError */
export function parseQueryTree(text: string): TreeNode {
  const found = text.match(tokens) ?? [];
  let at = 0;
  const next = () => {
    const token = found[at];
    if (token === undefined) throw new SyntaxError('the query tree ends too early');
    at += 1;
    return token;
  };
  const parseValue = (): TreeValue => {
    const token = next();
    if (token === '<>') return null;
    if (token === '(') return parseList();
    return token === '{' ? parseNode() : withoutEscapes(token);
  };
  const parseList = (): TreeValue[] => {
    const items: TreeValue[] = [];
    while (found[at] !== ')') items.push(parseValue());
    at += 1;
    return items;
  };
  const parseNode = (): TreeNode => {
    const type = next();
    const fields = new Map<string, TreeValue>();
    for (let token = next(); token !== '}'; token = next()) {
      // What follows a first value belongs to it: the bytes of a constant.
      if (!token.startsWith(':')) continue;
      fields.set(token.slice(1), parseValue());
    }
    return { type, fields };
  };
  if (next() !== '{') throw new SyntaxError('a query tree begins with a node');
  return parseNode();
}

const withoutEscapes = (token: string) => token.replace(/\\(.)/gs, '$1');

const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && 'fields' in value;

/** @returns a field that is a node; null when there is none */
export function nodeAt({ fields }: TreeNode, name: string): TreeNode | null {
  const value = fields.get(name);
  return isNode(value) ? value : null;
}

/** @returns the nodes of a field that is a list */
export function nodesAt({ fields }: TreeNode, name: string): readonly TreeNode[] {
  const value = fields.get(name);
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** @returns the lists of a field that is a list of lists */
export function rowsAt({ fields }: TreeNode, name: string): readonly (readonly TreeNode[])[] {
  const value = fields.get(name);
  if (!Array.isArray(value)) return [];
  return value.filter((row) => Array.isArray(row)).map((row) => row.filter(isNode));
}

export const numberAt = (node: TreeNode, name: string): number => Number(node.fields.get(name));
export const isTrueAt = (node: TreeNode, name: string): boolean => node.fields.get(name) === 'true';

export function textAt({ fields }: TreeNode, name: string): string | null {
  const value = fields.get(name);
  return typeof value === 'string' ? value : null;
}

/** The node and all below it. */
export function* walkTree(value: TreeValue): Generator<TreeNode> {
  if (Array.isArray(value)) for (const item of value) yield* walkTree(item);
  if (!isNode(value)) return;
  yield value;
  for (const field of value.fields.values()) yield* walkTree(field);
}
