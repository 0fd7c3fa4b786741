/** Walks the syntax tree of a TypeScript file; types and imports, which are erased, are left out. */
import { parseAst } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
/** Type syntax around an expression. */
const transparent = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

export function walkCode(file: string, code: string, onNode: (node: Node) => void): void {
  const walkNode = (node: Node) => {
    if (node.type.startsWith('TS') && !transparent.has(node.type)) return;
    if (node.type === 'ImportDeclaration') return;
    onNode(node);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) walkNode(child);
  };
  walkNode(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
}
