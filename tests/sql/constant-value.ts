/** Values that an expression has before the program runs, as far as its text says: SQL, and the objects and arrays it is composed of. */
import type {
  ArrowFunction,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Node,
  ObjectLiteralExpression,
  ParameterDeclaration,
} from 'typescript/unstable/ast';

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression;

/** What parameters stand for: a value, or the argument of the call that is looked at. */
export type Bindings = ReadonlyMap<Node, Value | { readonly argument: Expression }>;

export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly node: Expression }
  | { readonly kind: 'array'; readonly items: readonly Value[]; readonly node: Expression }
  | {
      readonly kind: 'object';
      readonly node: ObjectLiteralExpression;
      readonly bindings: Bindings;
    }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly bindings: Bindings }
  | { readonly kind: 'absent' }
  | {
      /** One of several, which one is not known. */
      readonly kind: 'choice';
      readonly node: Expression;
      readonly options: readonly (() => Value)[];
    }
  | {
      /** Known at run time: of it there is only its type. */
      readonly kind: 'runtime';
      readonly node: Expression;
      /** The parameter it depends on: calls may say what it is. */
      readonly parameter: ParameterDeclaration | null;
    };

/** Thrown where the value must be known and depends on which call is looked at. */
export class DependsOnCalls extends Error {
  readonly parameter: ParameterDeclaration;
  constructor(parameter: ParameterDeclaration) {
    super('depends on the calls of a function');
    this.parameter = parameter;
  }
}

/** Thrown where the value must be known and is one of several. */
export class DependsOnChoice extends Error {
  readonly node: Node;
  readonly count: number;
  constructor(node: Node, count: number) {
    super('depends on a choice');
    this.node = node;
    this.count = count;
  }
}

/** Thrown where the value must be known and is not. */
export class NotConstant extends Error {
  /** null: nothing is there. */
  readonly node: Node | null;
  constructor(node: Node | null) {
    super('not known before the program runs');
    this.node = node;
  }
}

export const runtime = (node: Expression): Value => ({ kind: 'runtime', node, parameter: null });

/** Whether it says that a value must be known and is not. */
export const isUndetermined = (error: unknown) =>
  error instanceof DependsOnCalls ||
  error instanceof DependsOnChoice ||
  error instanceof NotConstant;

/** What is computed of a value of run time. */
export const dependent = (node: Expression, of: Value): Value => ({
  kind: 'runtime',
  node,
  parameter: of.kind === 'runtime' ? of.parameter : null,
});

/** A value of run time under the name it has here: its type may be narrower. */
export const underName = (value: Value, node: Expression): Value =>
  value.kind === 'runtime' ? { ...value, node } : value;

/** @returns what to throw where this value must be known */
export function notKnown(value: Value): Error {
  if (value.kind === 'runtime' && value.parameter !== null)
    return new DependsOnCalls(value.parameter);
  return new NotConstant(value.kind === 'absent' ? null : value.node);
}
