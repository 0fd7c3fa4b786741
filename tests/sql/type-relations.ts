/** Compares types of TypeScript with what a column or parameter is in JavaScript. */
import { type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import type { JavaScriptType, ParameterType, ScalarType } from './javascript-types.ts';

export class TypeRelations {
  readonly #checker: Project['checker'];
  readonly #scalars: ReadonlyMap<ScalarType, Type>;

  constructor({ checker }: Project) {
    this.#checker = checker;
    const globalType = (name: string) => {
      const symbol = checker.resolveName(name, SymbolFlags.Type);
      if (symbol === undefined) throw new Error(`there is no type ${name}`);
      return checker.getDeclaredTypeOfSymbol(symbol);
    };
    this.#scalars = new Map([
      ['boolean', checker.getBooleanType()],
      ['Date', globalType('Date')],
      ['number', checker.getNumberType()],
      ['string', checker.getStringType()],
    ]);
  }

  textOf(type: Type): string {
    return this.#checker.typeToString(type);
  }

  acceptsNull(type: Type): boolean {
    return this.#checker.isTypeAssignableTo(this.#checker.getNullType(), type);
  }

  /** A declared type may be narrower than the column's, as a union of texts is, or wider. */
  canHold(declared: Type, { scalar, isArray }: JavaScriptType): boolean {
    const type = this.#withoutNull(declared);
    if (type === null) return false;
    // Of a document only that it is one: it has no instants and no bytes.
    if (scalar === 'json' && !isArray) return type.getSymbol()?.name !== 'Date' && !isBuffer(type);
    if (isArray) {
      const element = this.#elementOf(type);
      return element !== null && this.canHold(element, { scalar, isArray: false });
    }
    if (scalar === 'Buffer') return isBuffer(type);
    const expected = this.#scalars.get(scalar);
    if (expected === undefined) return false;
    return this.#isAssignable(type, expected) || this.#isAssignable(expected, type);
  }

  /** @returns whether every value of a type can be the parameter's */
  canBe(given: Type, parameter: ParameterType): boolean {
    const type = this.#withoutNull(given);
    // Null, and nothing else.
    if (type === null) return true;
    // Not known to be anything.
    if (type.id === this.#checker.getAnyType().id) return false;
    if (parameter.isArray) {
      const members = type.isUnionType() ? type.getTypes() : [type];
      return members.every((member) => {
        const element = this.#elementOf(member);
        return element !== null && this.canBe(element, { ...parameter, isArray: false });
      });
    }
    const members = type.isUnionType() ? type.getTypes() : [type];
    return members.every((member) =>
      parameter.accepts.some((scalar) => {
        if (scalar === 'Buffer') return isBuffer(member);
        const accepted = this.#scalars.get(scalar);
        if (accepted !== undefined) return this.#isAssignable(member, accepted);
        return scalar === 'json' && !this.#checker.isArrayLikeType(member);
      }),
    );
  }

  #isAssignable(source: Type, target: Type): boolean {
    return this.#checker.isTypeAssignableTo(source, target);
  }

  /** null: nothing is left. */
  #withoutNull(type: Type): Type | null {
    const rest = this.#checker.getNonNullableType(type);
    return rest === undefined || rest.id === this.#checker.getNeverType().id ? null : rest;
  }

  #elementOf(type: Type): Type | null {
    if (!this.#checker.isArrayLikeType(type)) return null;
    return this.#checker.getIndexInfosOfType(type)[0]?.valueType ?? null;
  }
}

/** By its name: it is generic. */
const isBuffer = (type: Type) => type.getSymbol()?.name === 'Buffer';
