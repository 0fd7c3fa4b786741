/**
 * Evaluates expressions of which SQL is composed: constants of any file, template strings, functions that return text,
 * properties, `map` and `join`. What it does not know is a run-time value, of which there is only the type.
 */
import * as ast from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync';
import {
  type Bindings,
  DependsOnChoice,
  dependent,
  isUndetermined,
  notKnown,
  runtime,
  underName,
  type Value,
} from './constant-value.ts';
import { isFunction, nameOf, resultOf } from './function-syntax.ts';

const absent: Value = { kind: 'absent' };
const deepest = 40;

export class Evaluator {
  readonly #checker: Checker;
  /** Which of several values is looked at, by the expression that chooses. */
  readonly #choices: ReadonlyMap<ast.Node, number>;
  /** Of the functions around the query: the arguments of the calls looked at. */
  readonly #calls: Bindings;
  #depth = 0;

  constructor(checker: Checker, choices: ReadonlyMap<ast.Node, number>, calls: Bindings) {
    this.#checker = checker;
    this.#choices = choices;
    this.#calls = calls;
  }

  evaluate(node: ast.Expression, bindings: Bindings = this.#calls): Value {
    this.#depth += 1;
    try {
      return this.#depth > deepest ? runtime(node) : this.#evaluate(node, bindings);
    } finally {
      this.#depth -= 1;
    }
  }

  #evaluate(node: ast.Expression, bindings: Bindings): Value {
    if (
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isSatisfiesExpression(node) ||
      ast.isNonNullExpression(node) ||
      ast.isAwaitExpression(node)
    )
      return this.evaluate(node.expression, bindings);
    if (
      ast.isStringLiteral(node) ||
      ast.isNoSubstitutionTemplateLiteral(node) ||
      ast.isNumericLiteral(node)
    )
      return { kind: 'text', text: node.text, node };
    if (ast.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(
        ({ expression, literal }) =>
          this.textOf(this.evaluate(expression, bindings)) + literal.text,
      );
      return { kind: 'text', text: node.head.text + parts.join(''), node };
    }
    if (ast.isArrayLiteralExpression(node))
      return { kind: 'array', items: this.#itemsOf(node.elements, bindings), node };
    if (ast.isObjectLiteralExpression(node)) return { kind: 'object', node, bindings };
    if (isFunction(node)) return { kind: 'function', node, bindings };
    if (ast.isIdentifier(node)) return this.#ofIdentifier(node, bindings);
    if (ast.isPropertyAccessExpression(node) && ast.isIdentifier(node.name))
      return this.propertyOf(this.evaluate(node.expression, bindings), node.name.text, node);
    if (ast.isElementAccessExpression(node)) {
      const base = this.#decided(this.evaluate(node.expression, bindings));
      if (base.kind !== 'object' && base.kind !== 'array') return dependent(node, base);
      return this.propertyOf(
        base,
        this.textOf(this.evaluate(node.argumentExpression, bindings)),
        node,
      );
    }
    if (ast.isConditionalExpression(node)) {
      const options = [node.whenTrue, node.whenFalse];
      return {
        kind: 'choice',
        node,
        options: options.map((option) => () => this.evaluate(option, bindings)),
      };
    }
    if (ast.isBinaryExpression(node)) {
      const left = this.evaluate(node.left, bindings);
      if (
        node.operatorToken.kind === ast.SyntaxKind.QuestionQuestionToken &&
        left.kind === 'absent'
      )
        return this.evaluate(node.right, bindings);
      return node.operatorToken.kind === ast.SyntaxKind.PlusToken && left.kind === 'text'
        ? this.#sumOf(node, left.text, this.textOf(this.evaluate(node.right, bindings)))
        : dependent(node, left);
    }
    return ast.isCallExpression(node) ? this.#ofCall(node, bindings) : runtime(node);
  }

  /** Of numbers or of texts. */
  #sumOf(node: ast.Expression, left: string, right: string): Value {
    const type = this.#checker.getTypeAtLocation(node);
    const isNumber =
      type !== undefined && this.#checker.isTypeAssignableTo(type, this.#checker.getNumberType());
    return {
      kind: 'text',
      text: isNumber ? String(Number(left) + Number(right)) : left + right,
      node,
    };
  }

  #itemsOf(elements: readonly ast.Expression[], bindings: Bindings): Value[] {
    return elements.flatMap((element) => {
      if (!ast.isSpreadElement(element)) return this.#itemOf(element, bindings);
      return this.arrayOf(this.evaluate(element.expression, bindings));
    });
  }

  /** Of an item its type is enough, until SQL is composed of it. */
  #itemOf(element: ast.Expression, bindings: Bindings): Value {
    try {
      return this.evaluate(element, bindings);
    } catch (error) {
      if (isUndetermined(error)) return runtime(element);
      throw error;
    }
  }

  #ofIdentifier(node: ast.Identifier, bindings: Bindings): Value {
    if (node.text === 'undefined') return absent;
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return runtime(node);
    const declared =
      (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    const declaration = declared.valueDeclaration?.resolve();
    return declaration === undefined
      ? runtime(node)
      : this.#ofDeclaration(node, declaration, bindings);
  }

  #ofDeclaration(node: ast.Expression, declaration: ast.Node, bindings: Bindings): Value {
    if (ast.isFunctionDeclaration(declaration))
      return { kind: 'function', node: declaration, bindings: this.#calls };
    if (ast.isVariableDeclaration(declaration))
      return declaration.initializer === undefined
        ? runtime(node)
        : underName(this.evaluate(declaration.initializer, bindings), node);
    if (ast.isParameterDeclaration(declaration))
      return this.#ofParameter(node, declaration, bindings);
    if (!ast.isBindingElement(declaration) || declaration.name === undefined) return runtime(node);
    const pattern = declaration.parent.parent;
    const base = this.#ofDeclaration(node, pattern, bindings);
    const name = declaration.propertyName ?? declaration.name;
    if (!ast.isIdentifier(name) || declaration.dotDotDotToken !== undefined)
      return dependent(node, base);
    const value = this.propertyOf(base, name.text, node);
    return value.kind === 'absent' && declaration.initializer !== undefined
      ? this.evaluate(declaration.initializer, bindings)
      : value;
  }

  #ofParameter(
    node: ast.Expression,
    parameter: ast.ParameterDeclaration,
    bindings: Bindings,
  ): Value {
    const bound = bindings.get(parameter) ?? this.#calls.get(parameter);
    if (bound === undefined) return { kind: 'runtime', node, parameter };
    const value = 'argument' in bound ? this.evaluate(bound.argument) : bound;
    return value.kind === 'absent' && parameter.initializer !== undefined
      ? this.evaluate(parameter.initializer, bindings)
      : value;
  }

  propertyOf(container: Value, name: string, node: ast.Expression): Value {
    const base = container.kind === 'choice' ? this.#decided(container) : container;
    if (base.kind === 'array' && name === 'length')
      return { kind: 'text', text: String(base.items.length), node };
    if (base.kind === 'array' && /^\d+$/.test(name)) return base.items[Number(name)] ?? absent;
    if (base.kind !== 'object') return dependent(node, base);
    for (const property of [...base.node.properties].reverse()) {
      if (ast.isSpreadAssignment(property)) {
        const value = this.propertyOf(
          this.evaluate(property.expression, base.bindings),
          name,
          node,
        );
        if (value.kind !== 'absent') return value;
      } else if (nameOf(property) === name) {
        if (ast.isPropertyAssignment(property))
          return this.evaluate(property.initializer, base.bindings);
        if (!ast.isShorthandPropertyAssignment(property)) return runtime(node);
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
        const declaration = symbol?.valueDeclaration?.resolve();
        return declaration === undefined
          ? runtime(node)
          : this.#ofDeclaration(property.name as ast.Identifier, declaration, base.bindings);
      }
    }
    return absent;
  }

  #ofCall(node: ast.CallExpression, bindings: Bindings): Value {
    const callee = node.expression;
    if (ast.isPropertyAccessExpression(callee) && ast.isIdentifier(callee.name)) {
      const { text: method } = callee.name;
      if (method === 'map' || method === 'join') {
        const list = this.evaluate(callee.expression, bindings);
        if (list.kind === 'array') return this.#ofArrayMethod(node, list.items, method, bindings);
        return dependent(node, list);
      }
    }
    const called = this.#decided(this.evaluate(callee, bindings));
    if (called.kind !== 'function') return dependent(node, called);
    if (node.arguments.some(ast.isSpreadElement)) return runtime(node);
    return this.#apply(
      called,
      node.arguments.map((argument) => this.evaluate(argument, bindings)),
      node,
    );
  }

  #ofArrayMethod(
    node: ast.CallExpression,
    items: readonly Value[],
    method: 'join' | 'map',
    bindings: Bindings,
  ): Value {
    const [first] = node.arguments;
    if (first === undefined) return runtime(node);
    const argument = this.evaluate(first, bindings);
    if (method === 'join') {
      const separator = this.textOf(argument);
      return { kind: 'text', text: items.map((item) => this.textOf(item)).join(separator), node };
    }
    if (argument.kind !== 'function') return dependent(node, argument);
    const mapped = items.map((item, index) =>
      this.#apply(argument, [item, { kind: 'text', text: String(index), node }], node),
    );
    return { kind: 'array', items: mapped, node };
  }

  #apply(
    { node, bindings }: Extract<Value, { kind: 'function' }>,
    values: readonly Value[],
    call: ast.Expression,
  ): Value {
    const result = resultOf(node);
    if (result === null) return runtime(call);
    const parameters = node.parameters.map(
      (parameter, index) => [parameter, values[index] ?? absent] as const,
    );
    return this.evaluate(result, new Map([...bindings, ...parameters]));
  }

  #decided(value: Value): Value {
    if (value.kind !== 'choice') return value;
    const index = this.#choices.get(value.node);
    const option = index === undefined ? undefined : value.options[index];
    if (option === undefined) throw new DependsOnChoice(value.node, value.options.length);
    return this.#decided(option());
  }

  /** @throws DependsOnCalls, DependsOnChoice, NotConstant */
  arrayOf(value: Value): readonly Value[] {
    const decided = this.#decided(value);
    if (decided.kind === 'array') return decided.items;
    throw notKnown(decided);
  }

  /** A number of run time is as good as any other. @throws DependsOnCalls, DependsOnChoice, NotConstant */
  textOf(value: Value): string {
    const decided = this.#decided(value);
    if (decided.kind === 'text') return decided.text;
    if (decided.kind !== 'runtime') throw notKnown(decided);
    const type = this.#checker.getTypeAtLocation(decided.node);
    const literals = type === undefined ? null : literalsOf(type);
    if (literals !== null) {
      const chosen = literals[this.#choices.get(decided.node) ?? (literals.length === 1 ? 0 : -1)];
      if (chosen === undefined) throw new DependsOnChoice(decided.node, literals.length);
      return chosen;
    }
    if (type !== undefined && this.#checker.isTypeAssignableTo(type, this.#checker.getNumberType()))
      return '1';
    throw notKnown(decided);
  }
}

/** @returns the texts of a union of literals; null: other texts are possible */
function literalsOf(type: Type): string[] | null {
  if (type.isUnionType()) {
    const members = type.getTypes().map(literalsOf);
    return members.includes(null) ? null : members.flatMap((texts) => texts ?? []);
  }
  return type.isStringLiteralType() || type.isNumberLiteralType() ? [String(type.value)] : null;
}
