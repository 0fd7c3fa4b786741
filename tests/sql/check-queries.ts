/** Compares every statement of the server with what PostgreSQL says of it in a migrated database: parameters and result columns, by name and type. */
import { relative } from 'node:path';
import pg from 'pg';
import * as ast from 'typescript/unstable/ast';
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { connectionOptions } from '#server/db/client.ts';
import { QueryReader, type Statement } from './query-text.ts';

/**
 * @param configFile of the TypeScript project whose queries are checked
 * @param databaseUrl of a database with all migrations
 * @returns `violations`: `file:line: what is wrong`; `exempt`: calls that a comment `SQL unchecked: reason` exempts
 */
export async function checkQueries(configFile: string, databaseUrl: string) {
  const api = new API();
  const client = new pg.Client(connectionOptions(databaseUrl));
  await client.connect();
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (project === undefined) throw new Error(`${configFile} cannot be read.`);
    const types = await loadJavaScriptTypes(client);
    const [violations, exempt]: [string[], string[]] = [[], []];
    let statements = 0;
    const reader = new QueryReader(project.checker);
    for (const call of findQueryCalls(project)) {
      const file = call.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(call.getStart());
      const place = `${relative('.', file.fileName)}:${line + 1}`;
      const exemption = /^\s*\/\/ SQL unchecked: (.+)$/.exec(file.text.split('\n')[line - 1] ?? '');
      if (exemption !== null) {
        exempt.push(`${place}: ${exemption[1]}`);
        continue;
      }
      const found = new Set<string>();
      try {
        for (const statement of reader.statementsOf(call)) {
          statements += 1;
          const messages = await checkStatement(client, types, project.checker, call, statement);
          for (const message of messages) found.add(message);
        }
      } catch (error) {
        found.add(error instanceof Error ? error.message : String(error));
      }
      violations.push(...[...found].map((message) => `${place}: ${message}`));
    }
    return { violations, statements, exempt };
  } finally {
    await client.end();
    api.close();
  }
}

/** Of connections and pools of `pg`. */
function findQueryCalls({ rootFiles, program, checker }: Project): ast.CallExpression[] {
  const calls: ast.CallExpression[] = [];
  const walk = (node: ast.Node) => {
    if (ast.isCallExpression(node) && ast.isPropertyAccessExpression(node.expression))
      if (node.expression.name.text === 'query' && rowTypeOf(checker, node)) calls.push(node);
    node.forEachChild(walk);
  };
  for (const name of rootFiles) program.getSourceFile(name)?.forEachChild(walk);
  return calls;
}

/** `Row` of `Promise<QueryResult<Row>>`. */
function rowTypeOf(checker: Checker, call: ast.CallExpression): Type | undefined {
  const argumentOf = (type: Type | undefined, name: string) =>
    type?.isTypeReference() && type.getSymbol()?.name === name
      ? checker.getTypeArguments(type)[0]
      : undefined;
  return argumentOf(argumentOf(checker.getTypeAtLocation(call), 'Promise'), 'QueryResult');
}

/** Parse and Describe of the extended protocol: nothing is executed. @throws pg.DatabaseError */
function describe(client: pg.Client, text: string) {
  const types: { parameters: readonly number[]; columns: readonly pg.FieldDef[] } = {
    parameters: [],
    columns: [],
  };
  return new Promise<typeof types>((resolve, reject) => {
    const query = {
      // `@types/pg` omits the protocol's messages.
      submit(
        connection: pg.Connection &
          Record<'parse' | 'describe' | 'sync', (message?: object) => void>,
      ) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          types.parameters = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleParseComplete: () => {},
      handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }) {
        types.columns = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(types),
    };
    client.query(query as unknown as pg.Submittable);
  });
}

async function checkStatement(
  client: pg.Client,
  types: ReadonlyMap<number, string>,
  checker: Checker,
  call: ast.CallExpression,
  { text, values }: Statement,
): Promise<string[]> {
  const { parameters, columns } = await describe(client, text);
  if (parameters.length !== values.length)
    return [`it takes ${parameters.length} parameters and gets ${values.length}`];
  const wrongValues = values.flatMap((value, index) => {
    const expected = types.get(parameters[index] ?? 0) ?? 'string';
    const type = checker.getTypeAtLocation(value);
    return type === undefined || canBe(checker, type, expected, accepts)
      ? []
      : [`$${index + 1} is ${expected} and gets ${checker.typeToString(type)}`];
  });
  const row = rowTypeOf(checker, call);
  const declared = row === undefined ? [] : checker.getPropertiesOfType(row);
  const wrongColumns = declared.flatMap((symbol) => {
    const column = columns.findLast(({ name }) => name === symbol.name);
    if (column === undefined)
      return (symbol.flags & SymbolFlags.Optional) === 0
        ? [`it returns no column ${symbol.name}`]
        : [];
    const type = checker.getTypeOfSymbol(symbol);
    const actual = types.get(column.dataTypeID) ?? 'string';
    return type === undefined || canBe(checker, type, actual, holds)
      ? []
      : [`column ${symbol.name} is ${actual} and declared ${checker.typeToString(type)}`];
  });
  return [...wrongValues, ...wrongColumns];
}

/** Of each type that is read or passed; any other is a text. */
const samples = `true, 1::smallint, 1::integer, 1::bigint, 1::float, 1::numeric, 1::oid, now(), ''::bytea,
  '{}'::json, '{}'::jsonb, array[true], array[1::smallint], array[1::integer], array[1::bigint], array[1::real],
  array[1::float], array[now()], array['{}'::jsonb], array['']::text[], array[gen_random_uuid()]`;

/** What the product's parsers make of them, by oid: `number`, `Date[]`. */
async function loadJavaScriptTypes(client: pg.Client): Promise<Map<number, string>> {
  const query = { text: `select ${samples}`, rowMode: 'array' } as const;
  const { fields, rows } = await client.query<unknown[]>(query);
  return new Map(fields.map(({ dataTypeID }, index) => [dataTypeID, typeOf(rows[0]?.[index])]));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `${typeOf(value[0])}[]`;
  if (typeof value !== 'object') return typeof value;
  return value instanceof Date ? 'Date' : Buffer.isBuffer(value) ? 'Buffer' : 'json';
}

type Accepted = Readonly<Record<string, readonly string[]>>;
/** Of JSON a column may be anything. */
const holds: Accepted = { json: ['json', 'array'] };
/** A text where an instant has more than milliseconds; `pg` serializes objects, but an array becomes one of PostgreSQL. */
const accepts: Accepted = { json: ['json', 'string'], Date: ['Date', 'string'] };

/** Whether a type is the column's or parameter's, or a part of it, as a union of texts is; nulls aside. */
function canBe(checker: Checker, given: Type, expected: string, accepted: Accepted): boolean {
  const type = checker.getNonNullableType(given) ?? given;
  if (type.id === checker.getAnyType().id) return false;
  const members = type.isUnionType() ? type.getTypes() : [type];
  const primitives = new Map([
    ['number', checker.getNumberType()],
    ['string', checker.getStringType()],
    ['boolean', checker.getBooleanType()],
  ]);
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
      const primitive = primitives.get(name);
      return primitive ? checker.isTypeAssignableTo(member, primitive) : symbol === name;
    });
  });
}
