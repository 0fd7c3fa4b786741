/** Loaded before everything else (`--import`): the process that reaches the moment named in FAILPOINT kills itself, -9. */
import pg from 'pg';
import { failpoints, thresholdFailpoints } from './failpoints.ts';

const name = process.env.FAILPOINT ?? '';
const point = failpoints[name] ?? thresholdFailpoints[name];
if (point === undefined) throw new Error(`There is no failpoint «${name}».`);
const { statement, at } = point;

const die = () => process.kill(process.pid, 'SIGKILL');
/** Connections whose transaction holds the statement. */
const marked = new WeakSet<pg.Client>();
const plain: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === 'string' ? first : textOf(first);
    const hit = statement.test(text);
    if (hit && at === 'before') die();
    if (text === 'commit' && marked.has(this)) {
      if (at === 'before its commit') die();
      return then(plain, this, args, die);
    }
    if (!hit) return plain.apply(this, args);
    // A look that found nothing has done nothing.
    return then(plain, this, args, (result) => {
      if (result.rowCount === 0) return;
      if (at === 'after') die();
      marked.add(this);
    });
  },
});

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/** Does something with the result before whoever asked has it. */
function then(
  query: typeof plain,
  client: pg.Client,
  args: unknown[],
  act: (result: pg.QueryResult) => void,
): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const first = (error: unknown, result: pg.QueryResult) => {
      if (!error) act(result);
      callback(error, result);
    };
    return query.apply(client, [...args.slice(0, -1), first]);
  }
  return (query.apply(client, args) as Promise<pg.QueryResult>).then((result) => {
    act(result);
    return result;
  });
}
