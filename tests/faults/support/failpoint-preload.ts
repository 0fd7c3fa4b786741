/** Preload (`--import`) that makes the process kill itself (SIGKILL) at the failpoint named in FAILPOINT. */
import pg from 'pg';
import { failpoints, thresholdFailpoints } from './failpoints.ts';

const name = process.env.FAILPOINT ?? '';
const failpoint = failpoints[name] ?? thresholdFailpoints[name];
if (failpoint === undefined) throw new Error(`There is no failpoint «${name}».`);
const { statement, position } = failpoint;

const die = () => process.kill(process.pid, 'SIGKILL');
/** Connections whose transaction ran the statement. */
const markedClients = new WeakSet<pg.Client>();
const originalQuery: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    const [query] = args;
    const text = typeof query === 'string' ? query : textOf(query);
    const hit = statement.test(text);
    if (hit && position === 'before') die();
    if (text === 'commit' && markedClients.has(this)) {
      if (position === 'before its commit') die();
      return runThen(originalQuery, this, args, die);
    }
    if (!hit) return originalQuery.apply(this, args);
    // A statement that changed no row does not count.
    return runThen(originalQuery, this, args, (result) => {
      if (result.rowCount === 0) return;
      if (position === 'after') die();
      markedClients.add(this);
    });
  },
});

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/** Runs the query and calls `onResult` before the caller gets the result. */
function runThen(
  query: typeof originalQuery,
  client: pg.Client,
  args: unknown[],
  onResult: (result: pg.QueryResult) => void,
): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const intercepted = (error: unknown, result: pg.QueryResult) => {
      if (!error) onResult(result);
      callback(error, result);
    };
    return query.apply(client, [...args.slice(0, -1), intercepted]);
  }
  return (query.apply(client, args) as Promise<pg.QueryResult>).then((result) => {
    onResult(result);
    return result;
  });
}
