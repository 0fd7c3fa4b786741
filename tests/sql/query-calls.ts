/** Finds the calls of `query` on connections and pools of `pg`, and the comments that exempt one. */
import {
  type CallExpression,
  isCallExpression,
  isPropertyAccessExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import type { Project, Type } from 'typescript/unstable/sync';

export interface QueryCall {
  readonly node: CallExpression;
  /** What the call declares of a row. */
  readonly row: Type;
  /** Why it is not checked, from a comment `SQL unchecked: reason` above it. */
  readonly exemption: string | null;
  /** Columns that are never null for a reason PostgreSQL does not know, from a comment `SQL not null: columns; reason`. */
  readonly notNull: readonly string[];
}

const exemptionMark = /^\s*\/\/ SQL unchecked: (.+)$/;
const notNullMark = /^\s*\/\/ SQL not null: ([^;]+); .+$/;

export function findQueryCalls({ checker }: Project, file: SourceFile): QueryCall[] {
  const candidates: CallExpression[] = [];
  const walk = (node: Node) => {
    if (isCallExpression(node) && isMethodCall(node, 'query')) candidates.push(node);
    node.forEachChild(walk);
  };
  file.forEachChild(walk);
  const types = candidates.length === 0 ? [] : checker.getTypeAtLocation(candidates);
  return candidates.flatMap((node, index) => {
    const result = typeArgumentOf(types[index], 'Promise');
    const row = typeArgumentOf(result, 'QueryResult');
    if (row === undefined) return [];
    const comment = lineAbove(node, file);
    const notNull = notNullMark.exec(comment)?.[1]?.split(', ') ?? [];
    return [{ node, row, exemption: exemptionMark.exec(comment)?.[1] ?? null, notNull }];
  });

  function typeArgumentOf(type: Type | undefined, name: string): Type | undefined {
    if (type === undefined || !type.isTypeReference() || type.getSymbol()?.name !== name)
      return undefined;
    return checker.getTypeArguments(type)[0];
  }
}

const isMethodCall = ({ expression }: CallExpression, name: string) =>
  isPropertyAccessExpression(expression) && expression.name.text === name;

export const lineOf = (node: Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;

const lineAbove = (node: Node, { text }: SourceFile): string =>
  text.split('\n')[lineOf(node) - 2] ?? '';
