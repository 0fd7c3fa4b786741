/** What a function returns, as far as its text says, and what properties are called. */
import * as ast from 'typescript/unstable/ast';
import type { FunctionNode } from './constant-value.ts';

export const isFunction = (node: ast.Node): node is FunctionNode =>
  ast.isArrowFunction(node) || node.kind === ast.SyntaxKind.FunctionExpression;

/** @returns what a function without branches returns */
export function resultOf({ body }: FunctionNode): ast.Expression | null {
  if (body === undefined) return null;
  if (!ast.isBlock(body)) return body;
  const last = body.statements.at(-1);
  const isPlain = body.statements.slice(0, -1).every(ast.isVariableStatement);
  return isPlain && last !== undefined && ast.isReturnStatement(last)
    ? (last.expression ?? null)
    : null;
}

/** @returns null: computed */
export function nameOf(property: ast.Node): string | null {
  const { name } = property as { readonly name?: ast.Node };
  if (name === undefined) return null;
  return ast.isIdentifier(name) || ast.isStringLiteral(name) ? name.text : null;
}
