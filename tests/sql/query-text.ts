/**
 * Finds the texts a query may send, by evaluating the expressions they are composed of, lazily,: constants of any file,
 * templates, functions that only return, objects and lists.
 */
import * as ast from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** An expression not evaluated yet, and what the parameters of the functions around it stand for. */
interface Thunk {
  readonly node: ast.Node;
  readonly scope: ReadonlyMap<ast.Node, Thunk | undefined>;
}
/** A thunk is an object or a function, which its own expression describes. */
type Value = string | undefined | readonly Thunk[] | Thunk;
type FunctionNode = ast.ArrowFunction | ast.FunctionDeclaration;

export interface Statement {
  readonly text: string;
  /** The expression of each parameter. */
  readonly values: readonly ast.Node[];
}

class NotConstant extends Error {
  constructor(expression = 'undefined') {
    super(`its SQL is not known before the program runs: ${expression}`);
  }
}

/** One of several literals, branches or calls. */
interface Choice {
  readonly node: ast.Node;
  readonly count: number;
  index: number;
}

export class QueryReader {
  readonly #checker: Checker;
  readonly #choices: Choice[] = [];

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** One for each combination of what its text depends on. @throws NotConstant */
  statementsOf(query: ast.CallExpression): Statement[] {
    this.#choices.length = 0;
    const statements: Statement[] = [];
    for (;;) {
      statements.push(this.#statementOf(query));
      const last = this.#choices.findLast(({ index, count }) => index + 1 < count);
      if (last === undefined) return statements;
      last.index += 1;
      this.#choices.length = this.#choices.indexOf(last) + 1;
    }
  }

  #statementOf({ arguments: [first, second] }: ast.CallExpression): Statement {
    const evaluate = (node: ast.Node | undefined) =>
      node === undefined ? undefined : this.#evaluate({ node, scope: new Map() });
    const sent = evaluate(first);
    const isConfig = typeof sent === 'object';
    const text = isConfig ? this.#propertyOf(sent, 'text') : sent;
    const values = (isConfig ? this.#propertyOf(sent, 'values') : evaluate(second)) ?? [];
    if (typeof text !== 'string' || !isList(values)) throw notConstant(first);
    return { text, values: values.map(({ node }) => node) };
  }

  /** Of what only a run knows there is the type: its literals. */
  #evaluate(thunk: Thunk): Value {
    try {
      return this.#compute(thunk);
    } catch (error) {
      const type = this.#checker.getTypeAtLocation(thunk.node);
      const literals = type === undefined ? null : literalsOf(type);
      if (!(error instanceof NotConstant) || literals === null) throw error;
      return this.#choose(thunk.node, literals);
    }
  }

  #compute(thunk: Thunk): Value {
    const { node, scope } = thunk;
    const at = (next: ast.Node) => this.#evaluate({ node: next, scope });
    if (
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isSatisfiesExpression(node)
    )
      return at(node.expression);
    if (
      ast.isStringLiteral(node) ||
      ast.isNoSubstitutionTemplateLiteral(node) ||
      ast.isNumericLiteral(node)
    )
      return node.text;
    if (ast.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => `${at(span.expression)}${span.literal.text}`);
      return node.head.text + spans.join('');
    }
    if (ast.isConditionalExpression(node))
      return at(this.#choose(node, [node.whenTrue, node.whenFalse]));
    if (ast.isObjectLiteralExpression(node) || isFunction(node)) return thunk;
    if (ast.isArrayLiteralExpression(node))
      return node.elements.flatMap((element) => {
        if (!ast.isSpreadElement(element)) return { node: element, scope };
        const spread = at(element.expression);
        if (!isList(spread)) throw notConstant(element);
        return spread;
      });
    if (ast.isIdentifier(node)) return this.#valueOf(this.#declarationOf(node) ?? node, scope);
    if (ast.isPropertyAccessExpression(node))
      return this.#propertyOf(at(node.expression), node.name.text);
    if (ast.isElementAccessExpression(node))
      return this.#propertyOf(at(node.expression), String(at(node.argumentExpression)));
    if (!ast.isCallExpression(node)) throw notConstant(node);
    const called = at(node.expression);
    if (typeof called !== 'object' || isList(called) || !isFunction(called.node))
      throw notConstant(node);
    const result = resultOf(called.node);
    if (result === undefined) throw notConstant(node);
    const given = called.node.parameters.map((parameter, index) => {
      const argument = node.arguments[index];
      return [parameter, argument && { node: argument, scope }] as const;
    });
    return this.#evaluate({ node: result, scope: new Map([...called.scope, ...given]) });
  }

  /** The same one wherever it is asked for. */
  #choose<Item>(node: ast.Node, items: readonly Item[]): Item {
    let choice = this.#choices.find((made) => made.node === node);
    if (choice === undefined) {
      choice = { node, count: items.length, index: 0 };
      this.#choices.push(choice);
    }
    return items[choice.index] as Item;
  }

  #declarationOf(node: ast.Identifier): ast.Node | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    const isImported = symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0;
    const declared = isImported ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return declared?.valueDeclaration?.resolve();
  }

  #valueOf(declaration: ast.Node, scope: Thunk['scope']): Value {
    if (ast.isFunctionDeclaration(declaration)) return { node: declaration, scope };
    if (ast.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
      return this.#evaluate({ node: declaration.initializer, scope });
    if (ast.isParameterDeclaration(declaration)) {
      const argument = this.#argumentOf(declaration, scope);
      return argument && this.#evaluate(argument);
    }
    if (!ast.isBindingElement(declaration)) throw notConstant(declaration);
    const { name, propertyName = name, initializer, parent } = declaration;
    if (propertyName === undefined || !ast.isIdentifier(propertyName))
      throw notConstant(declaration);
    const value = this.#propertyOf(this.#valueOf(parent.parent, scope), propertyName.text);
    return value === undefined && initializer !== undefined
      ? this.#evaluate({ node: initializer, scope })
      : value;
  }

  /** Of the function's calls the one that is looked at, where it is not called by what is evaluated. */
  #argumentOf(parameter: ast.ParameterDeclaration, scope: Thunk['scope']) {
    if (scope.has(parameter)) return scope.get(parameter);
    const called = parameter.parent as FunctionNode;
    const named = ast.isVariableDeclaration(called.parent) ? called.parent : called;
    const calls = this.#checker
      .getSignatureUsage(named)
      .map(({ call }) => call?.resolve() as ast.CallExpression | undefined)
      .filter((call) => call !== undefined);
    if (calls.length === 0) throw notConstant(parameter);
    const node = this.#choose(called, calls).arguments[called.parameters.indexOf(parameter)];
    return node && { node, scope: new Map() };
  }

  #propertyOf(of: Value, name: string): Value {
    if (typeof of !== 'object' || isList(of) || !ast.isObjectLiteralExpression(of.node))
      throw new NotConstant(name);
    for (const property of [...of.node.properties].reverse()) {
      if (ast.isSpreadAssignment(property)) throw notConstant(property);
      if ((property.name as ast.Identifier | ast.StringLiteral).text === name) {
        if (ast.isPropertyAssignment(property))
          return this.#evaluate({ node: property.initializer, scope: of.scope });
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
        return this.#valueOf(symbol?.valueDeclaration?.resolve() ?? property, of.scope);
      }
    }
    return undefined;
  }
}

const isFunction = (node: ast.Node): node is FunctionNode =>
  ast.isArrowFunction(node) || ast.isFunctionDeclaration(node);

/** What a function without branches returns. */
function resultOf({ body }: FunctionNode): ast.Node | undefined {
  if (body === undefined || !ast.isBlock(body)) return body;
  const [last, ...others] = [...body.statements].reverse();
  const isPlain = last && ast.isReturnStatement(last) && others.every(ast.isVariableStatement);
  return isPlain ? last.expression : undefined;
}

const isList = (value: Value): value is readonly Thunk[] => Array.isArray(value);

const notConstant = (node: ast.Node | undefined) => new NotConstant(node?.getText());

/** The texts of a union of literals; null: other texts are possible. */
function literalsOf(type: Type): string[] | null {
  const members = type.isUnionType() ? type.getTypes() : [type];
  const texts = members.flatMap((one) => (one.isStringLiteralType() ? [String(one.value)] : []));
  return texts.length === members.length ? texts : null;
}
