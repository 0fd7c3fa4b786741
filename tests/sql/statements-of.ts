/** Enumerates the statements a call may send: one for each literal it is composed of, and for each call that passes it on. */
import {
  type CallExpression,
  type Expression,
  isArrowFunction,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
} from 'typescript/unstable/ast';
import type { Checker } from 'typescript/unstable/sync';
import {
  type Bindings,
  DependsOnCalls,
  DependsOnChoice,
  NotConstant,
  type Value,
} from './constant-value.ts';
import { Evaluator } from './evaluate.ts';

/** A call of a function that a query is in: it says what the function's parameters are. */
export interface EnclosingCall {
  readonly function: Node;
  readonly call: CallExpression;
}

export interface Statement {
  readonly text: string;
  /** Of each parameter, what is known of its value. */
  readonly values: readonly Value[];
  readonly enclosingCalls: readonly EnclosingCall[];
}

interface Case {
  readonly choices: ReadonlyMap<Node, number>;
  readonly bindings: Bindings;
  readonly enclosingCalls: readonly EnclosingCall[];
}

const mostCases = 200;

/** @throws NotConstant when a text is not known before the program runs */
export function statementsOf(checker: Checker, query: CallExpression): Statement[] {
  const statements: Statement[] = [];
  const cases: Case[] = [{ choices: new Map(), bindings: new Map(), enclosingCalls: [] }];
  for (let count = 0; cases.length > 0; count += 1) {
    const one = cases.pop();
    if (one === undefined || count > mostCases) throw new NotConstant(query);
    try {
      statements.push(evaluateQuery(new Evaluator(checker, one.choices, one.bindings), query, one));
    } catch (error) {
      if (error instanceof DependsOnChoice)
        for (let index = 0; index < error.count; index += 1)
          cases.push({ ...one, choices: new Map([...one.choices, [error.node, index]]) });
      else if (error instanceof DependsOnCalls)
        for (const call of callsOf(checker, error.parameter))
          cases.push({
            ...one,
            bindings: new Map([...one.bindings, ...argumentsOf(error.parameter, call)]),
            enclosingCalls: [...one.enclosingCalls, { function: error.parameter.parent, call }],
          });
      else throw error;
    }
  }
  return statements;
}

function evaluateQuery(
  evaluator: Evaluator,
  query: CallExpression,
  { enclosingCalls }: Case,
): Statement {
  const [first, second] = query.arguments;
  if (first === undefined) throw new NotConstant(query);
  const sent = evaluator.evaluate(first);
  if (sent.kind === 'object') {
    const values = evaluator.propertyOf(sent, 'values', first);
    return {
      text: evaluator.textOf(evaluator.propertyOf(sent, 'text', first)),
      values: values.kind === 'absent' ? [] : evaluator.arrayOf(values),
      enclosingCalls,
    };
  }
  return {
    text: evaluator.textOf(sent),
    values: second === undefined ? [] : evaluator.arrayOf(evaluator.evaluate(second)),
    enclosingCalls,
  };
}

/** @throws NotConstant when the function is passed on without being called, or never called */
function callsOf(checker: Checker, parameter: ParameterDeclaration): CallExpression[] {
  const { parent } = parameter;
  const declaration =
    isArrowFunction(parent) && isVariableDeclaration(parent.parent) ? parent.parent : parent;
  const usages = checker.getSignatureUsage(declaration);
  const calls = usages.map(({ call }) => call?.resolve() as CallExpression | undefined);
  if (calls.length === 0 || calls.includes(undefined)) throw new NotConstant(parameter);
  return calls.filter((call) => call !== undefined);
}

function argumentsOf(parameter: ParameterDeclaration, call: CallExpression) {
  const { parameters } = parameter.parent as { parameters?: readonly ParameterDeclaration[] };
  return (parameters ?? []).map((one, index): [Node, Value | { argument: Expression }] => {
    const argument = call.arguments[index];
    if (argument !== undefined && isSpreadElement(argument)) throw new NotConstant(argument);
    return [one, argument === undefined ? { kind: 'absent' } : { argument }];
  });
}
