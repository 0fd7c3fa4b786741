/** Compares a statement with what PostgreSQL says of it: parameters with their values, result columns with the row's type. */
import type pg from 'pg';
import { type CallExpression, isExpressionStatement, type Node } from 'typescript/unstable/ast';
import type { Project } from 'typescript/unstable/sync';
import type { Catalogue } from './catalogue.ts';
import type { Value } from './constant-value.ts';
import { type Description, describeStatement } from './describe-statement.ts';
import { columnType, parameterType } from './javascript-types.ts';
import { findNullableColumns } from './nullability.ts';
import { notNullParameters, parameterTypes } from './parameters.ts';
import type { QueryCall } from './query-calls.ts';
import { rowProperties } from './row-type.ts';
import type { Statement } from './statements-of.ts';
import { TypeRelations } from './type-relations.ts';

const multipleCommands = /multiple commands/;

export class StatementChecker {
  readonly #project: Project;
  readonly #client: pg.Client;
  readonly #catalogue: Catalogue;
  readonly #types: TypeRelations;

  constructor(project: Project, client: pg.Client, catalogue: Catalogue) {
    this.#project = project;
    this.#client = client;
    this.#catalogue = catalogue;
    this.#types = new TypeRelations(project);
  }

  /** @returns what is wrong with a call whose SQL is one of these, a sentence each */
  async check(call: QueryCall, statements: readonly Statement[]): Promise<string[]> {
    const found = new Set<string>();
    /** Columns whose comment says more than PostgreSQL knows. */
    const nullable = new Set<string>();
    for (const statement of statements)
      for (const message of await this.#checkStatement(call, statement, nullable))
        found.add(message);
    for (const column of call.notNull)
      if (!nullable.has(column)) found.add(`the comment on column ${column} is not needed`);
    return [...found];
  }

  async #checkStatement(
    call: QueryCall,
    statement: Statement,
    asserted: Set<string>,
  ): Promise<string[]> {
    const { text, values } = statement;
    try {
      const description = await this.#describe(text);
      return [
        ...this.#checkParameters(description, values),
        ...this.#checkRow(description, call, statement, asserted),
      ];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  async #describe(text: string): Promise<Description> {
    try {
      return await describeStatement(this.#client, text);
    } catch (error) {
      if (!(error instanceof Error && multipleCommands.test(error.message))) throw error;
      // Several commands in one text take no parameters and return nothing that is read.
      for (const command of text.split(';')) await describeStatement(this.#client, command);
      return { columns: [], tree: null };
    }
  }

  #checkParameters({ tree }: Description, values: readonly Value[]): string[] {
    const oids = tree === null ? [] : parameterTypes(tree);
    if (oids.length !== values.length)
      return [`it takes ${oids.length} parameters and gets ${values.length}`];
    const notNull = tree === null ? [] : notNullParameters(tree, this.#catalogue);
    return values.flatMap((value, index) => {
      const type =
        value.kind === 'absent'
          ? this.#project.checker.getNullType()
          : this.#project.checker.getTypeAtLocation(value.node);
      if (type === undefined) return [];
      const expected = parameterType(oids[index] ?? 0, this.#catalogue);
      if (!this.#types.canBe(type, expected))
        return [`$${index + 1} is ${expected.name} and gets ${this.#types.textOf(type)}`];
      return notNull.includes(index + 1) && this.#types.acceptsNull(type)
        ? [
            `$${index + 1} is stored in a column that is not null and gets ${this.#types.textOf(type)}`,
          ]
        : [];
    });
  }

  #checkRow(
    { columns, tree }: Description,
    { node, row, notNull }: QueryCall,
    { enclosingCalls }: Statement,
    asserted: Set<string>,
  ): string[] {
    const properties = rowProperties(this.#project.checker, row, enclosingCalls);
    if (properties === null)
      return columns.length > 0 && !isDiscarded(node) ? ['it declares no type of a row'] : [];
    const nullable = tree === null ? [] : findNullableColumns(tree, this.#catalogue);
    const names = columns.map(({ name }) => name);
    return [...properties].flatMap(([name, { type, isOptional }]) => {
      const index = names.lastIndexOf(name);
      const column = columns[index];
      if (column === undefined) return isOptional ? [] : [`it returns no column ${name}`];
      const { scalar, isArray } = columnType(column.typeOid, this.#catalogue);
      const declared = this.#types.textOf(type);
      if (!this.#types.canHold(type, { scalar, isArray }))
        return [`column ${name} is ${scalar}${isArray ? '[]' : ''} and declared ${declared}`];
      if (nullable[index] !== true || this.#types.acceptsNull(type)) return [];
      if (!notNull.includes(name))
        return [`column ${name} may be null and is declared ${declared}`];
      asserted.add(name);
      return [];
    });
  }
}

/** Whether nobody reads what a call returns. */
function isDiscarded(node: CallExpression): boolean {
  let { parent }: { parent: Node } = node;
  while (/^(?:await|void)\b/.test(parent.getText())) {
    if (isExpressionStatement(parent)) return true;
    ({ parent } = parent);
  }
  return isExpressionStatement(parent) || /^\{ rowCount \}/.test(parent.getText());
}
