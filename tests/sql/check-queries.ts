/** Compares every statement of the server with what PostgreSQL says of it in a migrated database: parameters and result columns, by name and type. */
import { relative } from 'node:path';
import pg from 'pg';
import * as ast from 'typescript/unstable/ast';
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { connectionOptions } from '#server/db/client.ts';
import { isMethod, NotConstant, type Statement, statementsOf } from './query-text.ts';

export interface CheckedQueries {
  /** `file:line: what is wrong`. */
  readonly violations: readonly string[];
  readonly statements: number;
  /** Calls that a comment `SQL unchecked: reason` exempts, as `file:line: reason`. */
  readonly exempt: readonly string[];
}

/**
 * @param configFile of the TypeScript project whose queries are checked
 * @param databaseUrl of a database with all migrations
 */
export async function checkQueries(
  root: string,
  configFile: string,
  databaseUrl: string,
): Promise<CheckedQueries> {
  const api = new API({ cwd: root });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (project === undefined) throw new Error(`${configFile} cannot be read.`);
    const { rows } = await client.query<{ oid: number; name: string }>(
      'select oid, oid::regtype::text as name from pg_type',
    );
    const typeNames = new Map(rows.map(({ oid, name }) => [oid, name]));
    const [violations, exempt]: [string[], string[]] = [[], []];
    let count = 0;
    for (const call of findQueryCalls(project)) {
      const file = call.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(call.getStart());
      const place = `${relative(root, file.fileName)}:${line + 1}`;
      const exemption = /^\s*\/\/ SQL unchecked: (.+)$/.exec(file.text.split('\n')[line - 1] ?? '');
      if (exemption !== null) {
        exempt.push(`${place}: ${exemption[1]}`);
        continue;
      }
      const found = new Set<string>();
      for (const statement of textsOf(project.checker, call, found)) {
        count += 1;
        for (const message of await checkStatement(
          client,
          typeNames,
          project.checker,
          call,
          statement,
        ))
          found.add(message);
      }
      violations.push(...[...found].map((message) => `${place}: ${message}`));
    }
    return { violations, statements: count, exempt };
  } finally {
    await client.end();
    api.close();
  }
}

/** Of connections and pools of `pg`. */
function findQueryCalls({ rootFiles, program, checker }: Project): ast.CallExpression[] {
  const candidates: ast.CallExpression[] = [];
  const walk = (node: ast.Node) => {
    if (ast.isCallExpression(node) && isMethod(node, 'query')) candidates.push(node);
    node.forEachChild(walk);
  };
  for (const name of rootFiles) program.getSourceFile(name)?.forEachChild(walk);
  return candidates.filter((call) => rowTypeOf(checker, call) !== undefined);
}

/** `Row` of `Promise<QueryResult<Row>>`. */
function rowTypeOf(checker: Checker, call: ast.CallExpression): Type | undefined {
  const argumentOf = (type: Type | undefined, name: string) =>
    type?.isTypeReference() && type.getSymbol()?.name === name
      ? checker.getTypeArguments(type)[0]
      : undefined;
  return argumentOf(argumentOf(checker.getTypeAtLocation(call), 'Promise'), 'QueryResult');
}

function textsOf(checker: Checker, call: ast.CallExpression, found: Set<string>): Statement[] {
  try {
    return statementsOf(checker, call);
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
    found.add(`its SQL is not known before the program runs: ${error.message}`);
    return [];
  }
}

interface Description {
  /** By their oids. */
  readonly parameters: readonly number[];
  readonly columns: readonly pg.FieldDef[];
}

const nothing: Description = { parameters: [], columns: [] };

/** Parse and Describe of the extended protocol: nothing is executed. @throws pg.DatabaseError */
function describe(client: pg.Client, text: string): Promise<Description> {
  let parameters: readonly number[] = [];
  let columns: readonly pg.FieldDef[] = [];
  return new Promise((resolve, reject) => {
    const query = {
      // `@types/pg` omits the protocol's messages.
      submit(
        connection: pg.Connection &
          Record<'parse' | 'describe' | 'sync', (message?: object) => void>,
      ) {
        connection.once('parameterDescription', (message) => {
          parameters = message.dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleParseComplete: () => {},
      handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }) {
        columns = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ parameters, columns }),
    };
    client.query(query as unknown as pg.Submittable);
  });
}

async function checkStatement(
  client: pg.Client,
  typeNames: ReadonlyMap<number, string>,
  checker: Checker,
  call: ast.CallExpression,
  { text, values }: Statement,
): Promise<string[]> {
  const typeOf = (oid: number) => javaScriptTypeOf(typeNames.get(oid) ?? '', oid);
  try {
    // Several commands in one text take no parameters and return nothing that is read.
    const commands =
      values.length === 0 ? text.split(';').filter((one) => one.trim() !== '') : [text];
    const described = [];
    for (const command of commands) described.push(await describe(client, command));
    const { parameters, columns } = (described.length === 1 && described[0]) || nothing;
    if (parameters.length !== values.length)
      return [`it takes ${parameters.length} parameters and gets ${values.length}`];
    const wrongValues = values.flatMap((value, index) => {
      const oid = parameters[index] ?? 0;
      const expected = typeNames.get(oid) === 'numeric' ? 'numeric' : typeOf(oid);
      const types = value.map((node) =>
        node === null ? checker.getNullType() : checker.getTypeAtLocation(node),
      );
      return types.some((type) => type === undefined || canBe(checker, type, expected, accepts))
        ? []
        : [`$${index + 1} is ${expected} and gets ${checker.typeToString(types[0] as Type)}`];
    });
    const wrongColumns = declaredColumns(checker, call).flatMap(([name, type, isOptional]) => {
      const column = columns.findLast((one) => one.name === name);
      if (column === undefined) return isOptional ? [] : [`it returns no column ${name}`];
      const actual = typeOf(column.dataTypeID);
      return canBe(checker, type, actual, holds)
        ? []
        : [`column ${name} is ${actual} and declared ${checker.typeToString(type)}`];
    });
    return [...wrongValues, ...wrongColumns];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** None where the row is not declared, or is a type parameter. */
function declaredColumns(checker: Checker, call: ast.CallExpression): [string, Type, boolean][] {
  const row = rowTypeOf(checker, call);
  const parts = row?.isIntersectionType() ? row.getTypes() : row === undefined ? [] : [row];
  return parts
    .filter((part) => part.id !== checker.getAnyType().id && !part.isTypeParameter())
    .flatMap((part) => checker.getPropertiesOfType(part))
    .flatMap((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      return type === undefined
        ? []
        : [
            [symbol.name, type, (symbol.flags & SymbolFlags.Optional) !== 0] as [
              string,
              Type,
              boolean,
            ],
          ];
    });
}

/** In PostgreSQL's text format; of any other type a text. */
const samples: Readonly<Record<string, string>> = {
  boolean: 't',
  bytea: '\\x00',
  json: '{}',
  jsonb: '{}',
  date: '2026-01-01',
  'timestamp without time zone': '2026-01-01 00:00:00',
  'timestamp with time zone': '2026-01-01 00:00:00+00',
};
const numbers = /^(smallint|integer|bigint|real|double precision|numeric|oid)$/;
const { types: parsers } = connectionOptions('postgres://localhost/vigia');

/** What the product's type parsers make of a sample: `number`, `Date[]`. */
function javaScriptTypeOf(name: string, oid: number): string {
  const element = name.replace(/\[\]$/, '');
  if (/^jsonb?$/.test(element)) return name.replace('jsonb', 'json');
  const sample = samples[element] ?? (numbers.test(element) ? '1' : 'text');
  const parsed: unknown = parsers?.getTypeParser(
    oid,
    'text',
  )(element === name ? sample : `{"${sample.replaceAll('\\', '\\\\')}"}`);
  const value = Array.isArray(parsed) ? parsed[0] : parsed;
  const type = Buffer.isBuffer(value) ? 'Buffer' : value instanceof Date ? 'Date' : typeof value;
  return Array.isArray(parsed) ? `${type}[]` : type;
}

type Accepted = Readonly<Record<string, readonly string[]>>;
/** Of JSON a column may be anything. */
const holds: Accepted = { json: ['json', 'array'] };
/** A text where an instant has more than milliseconds; `pg` serializes objects, but an array becomes one of PostgreSQL. */
const accepts: Accepted = {
  json: ['json', 'string'],
  Date: ['Date', 'string'],
  numeric: ['number', 'string'],
  object: ['string'],
};

/** Whether a type is the column's or parameter's, or a part of it, as a union of texts is; nulls aside. */
function canBe(checker: Checker, given: Type, expected: string, accepted: Accepted): boolean {
  const type = checker.getNonNullableType(given) ?? given;
  if (type.id === checker.getAnyType().id) return false;
  const members = type.isUnionType() ? type.getTypes() : [type];
  return members.every((member) => {
    if (member.id === checker.getNeverType().id) return true;
    const element = checker.isArrayLikeType(member)
      ? checker.getIndexInfosOfType(member)[0]?.valueType
      : undefined;
    if (expected.endsWith('[]'))
      return element !== undefined && canBe(checker, element, expected.slice(0, -2), accepted);
    return (accepted[expected] ?? [expected]).some((name) => {
      if (name === 'array') return element !== undefined;
      const symbol = member.getSymbol()?.name ?? '';
      if (name === 'json') return element === undefined && !/^(Date|Buffer)$/.test(symbol);
      if (name === 'number') return checker.isTypeAssignableTo(member, checker.getNumberType());
      if (name === 'string') return checker.isTypeAssignableTo(member, checker.getStringType());
      if (name === 'boolean') return checker.isTypeAssignableTo(member, checker.getBooleanType());
      return symbol === name;
    });
  });
}
