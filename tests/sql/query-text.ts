/**
 * Finds the texts a query may send, by reading the expressions they are composed of: constants of any file, template strings,
 * functions that only return, properties, `map` and `join`. Of what only a run knows there is the type.
 */
import * as ast from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** An expression, and what the parameters of the functions around it stand for; null = absent. */
interface Bound {
  readonly node: ast.Expression | null;
  readonly bindings: ReadonlyMap<ast.Node, Bound>;
  /** A number that stands nowhere, as an item's index. */
  readonly index?: number;
}

export interface Statement {
  readonly text: string;
  /** Of each parameter the expressions that tell its type, as it is passed and as it is composed; null = absent. */
  readonly values: readonly (readonly (ast.Expression | null)[])[];
}

/** Thrown where a text depends on something that has several values. */
class Undecided extends Error {
  readonly node: ast.Node;
  readonly count: number;
  constructor(node: ast.Node, count: number) {
    super('one of several');
    this.node = node;
    this.count = count;
  }
}

/** Thrown where a text is known only at run time. */
export class NotConstant extends Error {}

type FunctionNode = ast.ArrowFunction | ast.FunctionDeclaration | ast.FunctionExpression;
type Choices = ReadonlyMap<ast.Node, number>;
const none: Bound['bindings'] = new Map();
const absent: Bound = { node: null, bindings: none };
const mostCases = 200;

/** One for each literal, branch and call that it depends on. @throws NotConstant */
export function statementsOf(checker: Checker, query: ast.CallExpression): Statement[] {
  const statements: Statement[] = [];
  const cases: Choices[] = [new Map()];
  for (let count = 0; cases.length > 0; count += 1) {
    if (count > mostCases) throw new NotConstant('it has too many texts');
    const choices = cases.pop() ?? new Map();
    try {
      statements.push(new Reader(checker, choices).statementOf(query));
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      for (let index = 0; index < error.count; index += 1)
        cases.push(new Map([...choices, [error.node, index]]));
    }
  }
  return statements;
}

class Reader {
  readonly #checker: Checker;
  readonly #choices: Choices;

  constructor(checker: Checker, choices: Choices) {
    this.#checker = checker;
    this.#choices = choices;
  }

  statementOf({ arguments: [first, second] }: ast.CallExpression): Statement {
    const sent = this.#resolve({ node: first ?? null, bindings: none });
    const isConfig = sent.node !== null && ast.isObjectLiteralExpression(sent.node);
    const text = isConfig ? this.#propertyOf(sent, 'text') : sent;
    const values = isConfig
      ? this.#propertyOf(sent, 'values')
      : { node: second ?? null, bindings: none };
    return {
      text: this.#textOf(text),
      values: (values?.node ? this.#itemsOf(values) : []).map((value) => [
        value.node,
        this.#resolveIfDecided(value).node,
      ]),
    };
  }

  #resolveIfDecided(value: Bound): Bound {
    try {
      return this.#resolve(value);
    } catch (error) {
      if (error instanceof Undecided) return value;
      throw error;
    }
  }

  /** Follows names, parameters, properties and calls until an expression that composes something, or that a run decides. */
  #resolve(bound: Bound): Bound {
    const { node, bindings } = bound;
    if (node === null) return bound;
    const at = (next: ast.Expression) => this.#resolve({ node: next, bindings });
    if (
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isSatisfiesExpression(node) ||
      ast.isNonNullExpression(node) ||
      ast.isAwaitExpression(node)
    )
      return at(node.expression);
    if (ast.isConditionalExpression(node))
      return at(this.#choose(node, [node.whenTrue, node.whenFalse]));
    if (ast.isIdentifier(node)) return this.#ofIdentifier(node, bound);
    if (ast.isPropertyAccessExpression(node))
      return this.#propertyOf(at(node.expression), node.name.text) ?? bound;
    if (ast.isElementAccessExpression(node)) {
      const base = at(node.expression);
      if (base.node === null || !ast.isObjectLiteralExpression(base.node)) return bound;
      return (
        this.#propertyOf(base, this.#textOf({ node: node.argumentExpression, bindings })) ?? bound
      );
    }
    if (ast.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ast.SyntaxKind.QuestionQuestionToken) return bound;
      const left = at(node.left);
      return left.node === null && left.index === undefined ? at(node.right) : left;
    }
    if (!ast.isCallExpression(node) || isMethod(node, 'map') || isMethod(node, 'join'))
      return bound;
    const called = at(node.expression);
    const args = node.arguments.map((argument) => ({ node: argument, bindings }));
    return this.#apply(called, args) ?? bound;
  }

  /** The same one wherever it is asked for. */
  #choose<Item>(node: ast.Node, items: readonly Item[]): Item {
    const index = this.#choices.get(node) ?? (items.length === 1 ? 0 : undefined);
    const item = index === undefined ? undefined : items[index];
    if (item === undefined) throw new Undecided(node, items.length);
    return item;
  }

  #ofIdentifier(node: ast.Identifier, bound: Bound): Bound {
    if (node.text === 'undefined') return absent;
    const symbol = this.#checker.getSymbolAtLocation(node);
    const declared =
      symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0
        ? this.#checker.getAliasedSymbol(symbol)
        : symbol;
    const declaration = declared?.valueDeclaration?.resolve();
    return declaration === undefined ? bound : (this.#ofDeclaration(declaration, bound) ?? bound);
  }

  /** null: only a run knows. */
  #ofDeclaration(declaration: ast.Node, { bindings }: Bound): Bound | null {
    if (ast.isFunctionDeclaration(declaration))
      return { node: declaration as unknown as ast.Expression, bindings };
    if (ast.isVariableDeclaration(declaration)) {
      if (declaration.initializer === undefined) return null;
      return this.#resolve({ node: declaration.initializer, bindings });
    }
    if (ast.isParameterDeclaration(declaration)) {
      const given = bindings.get(declaration) ?? this.#argumentOf(declaration);
      if (given === null) return null;
      const value = this.#resolve(given);
      return value.node === null && declaration.initializer !== undefined
        ? this.#resolve({ node: declaration.initializer, bindings })
        : value;
    }
    if (!ast.isBindingElement(declaration) || declaration.name === undefined) return null;
    const name = declaration.propertyName ?? declaration.name;
    if (!ast.isIdentifier(name) || declaration.dotDotDotToken !== undefined) return null;
    const base = this.#ofDeclaration(declaration.parent.parent, { node: null, bindings });
    const value = base && this.#propertyOf(base, name.text);
    return value?.node === null && declaration.initializer !== undefined
      ? this.#resolve({ node: declaration.initializer, bindings })
      : value;
  }

  /** Of the function's calls the one that is looked at; null where it is passed on without being called. */
  #argumentOf(parameter: ast.ParameterDeclaration): Bound | null {
    const { parent } = parameter;
    const named =
      ast.isArrowFunction(parent) && ast.isVariableDeclaration(parent.parent)
        ? parent.parent
        : parent;
    const calls = this.#checker
      .getSignatureUsage(named)
      .map(({ call }) => call?.resolve() as ast.CallExpression | undefined)
      .filter((call) => call !== undefined);
    if (calls.length === 0) return null;
    const { parameters } = parent as FunctionNode;
    const index = parameters.indexOf(parameter);
    return { node: this.#choose(parent, calls).arguments[index] ?? null, bindings: none };
  }

  /** null: only a run knows. */
  #propertyOf({ node, bindings }: Bound, name: string): Bound | null {
    if (node === null || !ast.isObjectLiteralExpression(node)) return null;
    for (const property of [...node.properties].reverse()) {
      if (ast.isSpreadAssignment(property)) {
        const base = this.#resolve({ node: property.expression, bindings });
        const value = this.#propertyOf(base, name);
        if (value === null || value.node !== null) return value;
      } else if (nameOf(property) === name) {
        if (ast.isPropertyAssignment(property))
          return this.#resolve({ node: property.initializer, bindings });
        if (!ast.isShorthandPropertyAssignment(property)) return null;
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
        const declaration = symbol?.valueDeclaration?.resolve();
        return declaration === undefined
          ? null
          : this.#ofDeclaration(declaration, { node: null, bindings });
      }
    }
    return absent;
  }

  /** What a function without branches returns; null: only a run knows. */
  #apply({ node, bindings }: Bound, values: readonly Bound[]): Bound | null {
    const called = node as ast.Node | null;
    if (called === null || !isFunction(called) || called.body === undefined) return null;
    const statements = ast.isBlock(called.body) ? called.body.statements : null;
    const last = statements?.at(-1);
    const isPlain = statements?.slice(0, -1).every(ast.isVariableStatement) ?? true;
    const result =
      last !== undefined && ast.isReturnStatement(last) ? last.expression : called.body;
    if (!isPlain || result === undefined || ast.isBlock(result)) return null;
    const given = called.parameters.map(
      (parameter, index) => [parameter, values[index] ?? absent] as const,
    );
    return this.#resolve({ node: result, bindings: new Map([...bindings, ...given]) });
  }

  #itemsOf(list: Bound): readonly Bound[] {
    const { node, bindings } = this.#resolve(list);
    if (node !== null && ast.isArrayLiteralExpression(node))
      return node.elements.flatMap((element) =>
        ast.isSpreadElement(element)
          ? this.#itemsOf({ node: element.expression, bindings })
          : { node: element, bindings },
      );
    if (node !== null && ast.isCallExpression(node) && isMethod(node, 'map')) {
      const made = this.#resolve({ node: node.arguments[0] ?? null, bindings });
      return this.#itemsOf({ node: receiverOf(node), bindings }).map((item, index) => {
        const result = this.#apply(made, [item, { ...absent, index }]);
        if (result === null) throw new NotConstant(node.getText());
        return result;
      });
    }
    throw new NotConstant(node?.getText() ?? 'undefined');
  }

  #textOf(value: Bound | null): string {
    const { node, bindings, index } = value === null ? absent : this.#resolve(value);
    if (index !== undefined) return String(index);
    if (node === null) throw new NotConstant('undefined');
    const at = (next: ast.Expression) => this.#textOf({ node: next, bindings });
    if (
      ast.isStringLiteral(node) ||
      ast.isNoSubstitutionTemplateLiteral(node) ||
      ast.isNumericLiteral(node)
    )
      return node.text;
    if (ast.isTemplateExpression(node))
      return [
        node.head.text,
        ...node.templateSpans.map(({ expression, literal }) => at(expression) + literal.text),
      ].join('');
    const type = this.#checker.getTypeAtLocation(node);
    const isNumber =
      type !== undefined && this.#checker.isTypeAssignableTo(type, this.#checker.getNumberType());
    if (ast.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.PlusToken) {
      const [left, right] = [at(node.left), at(node.right)];
      return isNumber ? String(Number(left) + Number(right)) : left + right;
    }
    if (ast.isCallExpression(node) && isMethod(node, 'join')) {
      const separator = at(node.arguments[0] ?? node);
      const items = this.#itemsOf({ node: receiverOf(node), bindings });
      return items.map((item) => this.#textOf(item)).join(separator);
    }
    if (ast.isPropertyAccessExpression(node) && node.name.text === 'length')
      return String(this.#itemsOf({ node: node.expression, bindings }).length);
    const literals = type === undefined ? null : literalsOf(type);
    if (literals !== null) return this.#choose(node, literals);
    // A number of run time is as good as any other.
    if (isNumber) return '1';
    throw new NotConstant(node.getText());
  }
}

const isFunction = (node: ast.Node): node is FunctionNode =>
  ast.isArrowFunction(node) ||
  ast.isFunctionDeclaration(node) ||
  node.kind === ast.SyntaxKind.FunctionExpression;

export const isMethod = ({ expression }: ast.CallExpression, name: string) =>
  ast.isPropertyAccessExpression(expression) && expression.name.text === name;

const receiverOf = ({ expression }: ast.CallExpression) =>
  (expression as ast.PropertyAccessExpression).expression;

function nameOf(property: ast.Node): string | null {
  const { name } = property as { readonly name?: ast.Node };
  if (name === undefined) return null;
  return ast.isIdentifier(name) || ast.isStringLiteral(name) ? name.text : null;
}

/** The texts of a union of literals; null: other texts are possible. */
function literalsOf(type: Type): string[] | null {
  if (type.isUnionType()) {
    const members = type.getTypes().map(literalsOf);
    return members.includes(null) ? null : members.flatMap((texts) => texts ?? []);
  }
  return type.isStringLiteralType() || type.isNumberLiteralType() ? [String(type.value)] : null;
}
