/** Asks PostgreSQL what a statement takes and returns, without running it: Parse and Describe of the extended protocol. */
import pg from 'pg';
import { parseQueryTree, type TreeNode } from './query-tree.ts';

export interface ResultColumn {
  readonly name: string;
  readonly typeOid: number;
}

export interface Description {
  readonly columns: readonly ResultColumn[];
  /** The analysed query; null: a statement of which PostgreSQL checks the syntax alone, such as LISTEN. */
  readonly tree: TreeNode | null;
}

/** What the server sends as a statement is described; `pg` calls these. */
interface DescribeListener extends pg.Submittable {
  handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
  handleError(error: pg.DatabaseError): void;
  handleReadyForQuery(): void;
  handleParseComplete(): void;
}

/** Of a notice: the part that is read. */
interface Notice {
  readonly message: string | undefined;
  readonly detail?: string | undefined;
}

/** The protocol's messages, which @types/pg omits. */
interface Protocol {
  parse(message: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** @returns a connection on which the server sends the tree of each query it analyses */
export async function connectToDescribe(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set debug_print_parse = on');
  await client.query('set debug_pretty_print = off');
  await client.query('set client_min_messages = log');
  return client;
}

/** @throws pg.DatabaseError */
export async function describeStatement(client: pg.Client, text: string): Promise<Description> {
  let tree: TreeNode | null = null;
  const onNotice = ({ message, detail }: Notice) => {
    if (message === 'parse tree:' && detail !== undefined) tree = parseQueryTree(detail);
  };
  client.on('notice', onNotice);
  try {
    const columns = await new Promise<ResultColumn[]>((resolve, reject) => {
      let fields: readonly pg.FieldDef[] = [];
      const listener: DescribeListener = {
        submit(connection) {
          const protocol = connection as unknown as Protocol;
          protocol.parse({ name: '', text, types: [] });
          protocol.describe({ type: 'S', name: '' });
          protocol.sync();
        },
        handleRowDescription: (message) => {
          fields = message.fields;
        },
        // `pg` ends the query with it.
        handleError: reject,
        handleReadyForQuery: () =>
          resolve(fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }))),
        handleParseComplete: () => {},
      };
      client.query(listener);
    });
    return { columns, tree };
  } finally {
    client.off('notice', onNotice);
  }
}
