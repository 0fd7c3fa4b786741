/** The properties that a query declares of a row, with the type parameters of the functions around it replaced. */
import {
  isIdentifier,
  isTypeReferenceNode,
  type Node,
  type ParameterDeclaration,
} from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync';
import type { EnclosingCall } from './statements-of.ts';

export interface RowProperty {
  readonly type: Type;
  readonly isOptional: boolean;
}

/** @returns null when the type of a row is not known */
export function rowProperties(
  checker: Checker,
  row: Type,
  calls: readonly EnclosingCall[],
): ReadonlyMap<string, RowProperty> | null {
  if (row.id === checker.getAnyType().id) return null;
  const properties = new Map<string, RowProperty>();
  for (const part of row.isIntersectionType() ? row.getTypes() : [row]) {
    const known = part.isTypeParameter() ? replace(checker, part, calls) : part;
    if (known === null) return null;
    for (const symbol of checker.getPropertiesOfType(known)) {
      const type = checker.getTypeOfSymbol(symbol);
      if (type === undefined) return null;
      const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0;
      properties.set(symbol.name, { type, isOptional });
    }
  }
  return properties;
}

/** @returns what a type parameter is in the calls looked at: of `queue: JobQueue<Job>`, the argument's `Job` */
function replace(checker: Checker, type: Type, calls: readonly EnclosingCall[]): Type | null {
  const name = type.getSymbol()?.name;
  for (const { function: called, call } of calls) {
    const { parameters } = called as Node & { parameters: readonly ParameterDeclaration[] };
    const signature = checker.getResolvedSignature(call);
    for (const [index, parameter] of parameters.entries()) {
      const position = positionOf(name, parameter);
      const given = signature && checker.getParameterType(signature, index);
      if (position < 0 || given === undefined || !given.isTypeReference()) continue;
      const found = checker.getTypeArguments(given)[position];
      if (found?.isTypeParameter()) return replace(checker, found, calls.slice(1));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Among the arguments of the parameter's type. */
function positionOf(name: string | undefined, { type }: ParameterDeclaration): number {
  if (type === undefined || !isTypeReferenceNode(type)) return -1;
  return (type.typeArguments ?? []).findIndex(
    (one) => isTypeReferenceNode(one) && isIdentifier(one.typeName) && one.typeName.text === name,
  );
}
