/** Checks every SQL statement of the server against a migrated database, without running one. */
import { relative } from 'node:path';
import type pg from 'pg';
import { API, type Project } from 'typescript/unstable/sync';
import { loadCatalogue } from './catalogue.ts';
import { StatementChecker } from './check-statement.ts';
import { NotConstant } from './constant-value.ts';
import { connectToDescribe } from './describe-statement.ts';
import { findQueryCalls, lineOf, type QueryCall } from './query-calls.ts';
import { type Statement, statementsOf } from './statements-of.ts';

export interface Violation {
  /** `file:line`. */
  readonly place: string;
  readonly message: string;
}

export interface CheckedQueries {
  readonly violations: readonly Violation[];
  readonly calls: number;
  readonly statements: number;
  /** Calls that a comment exempts. */
  readonly exempt: readonly Violation[];
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
  const client = await connectToDescribe(databaseUrl);
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (project === undefined) throw new Error(`${configFile} cannot be read.`);
    return await checkProject(root, project, client);
  } finally {
    await client.end();
    api.close();
  }
}

async function checkProject(
  root: string,
  project: Project,
  client: pg.Client,
): Promise<CheckedQueries> {
  const calls = project.rootFiles.flatMap((name) => {
    const file = project.program.getSourceFile(name);
    return file === undefined ? [] : findQueryCalls(project, file);
  });
  const checker = new StatementChecker(project, client, await loadCatalogue(client));
  const violations: Violation[] = [];
  const exempt: Violation[] = [];
  let statements = 0;
  for (const call of calls) {
    const place = placeOf(root, call);
    if (call.exemption !== null) {
      exempt.push({ place, message: call.exemption });
      continue;
    }
    const possible = possibleStatements(project, call);
    if (typeof possible === 'string') {
      violations.push({ place, message: possible });
      continue;
    }
    statements += possible.length;
    for (const message of await checker.check(call, possible)) violations.push({ place, message });
  }
  return { violations, calls: calls.length, statements, exempt };
}

/** @returns why they are not known, as a text */
function possibleStatements({ checker }: Project, { node }: QueryCall): Statement[] | string {
  try {
    return statementsOf(checker, node);
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
    return `its SQL is not known before the program runs: ${error.node?.getText() ?? 'undefined'}`;
  }
}

const placeOf = (root: string, { node }: QueryCall) =>
  `${relative(root, node.getSourceFile().fileName)}:${lineOf(node)}`;
