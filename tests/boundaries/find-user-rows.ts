/** Finds every row of every table about a user, to check that export and erasure cover all tables. */
import pg from 'pg';

/** @returns table name → number of rows that contain any of the needles; tables without one are omitted */
export async function countRowsContaining(
  pool: pg.Pool,
  needles: readonly string[],
): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from "${name}" t
       where exists (select 1 from unnest($1::text[]) as needle
                     where position(lower(needle) in lower(to_jsonb(t)::text)) > 0)`,
      [needles],
    );
    if (rows[0] && rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}

export interface UserRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Tables with a uid, and those that reference one of these; the same in every database of the tests. */
async function listTables(pool: pg.Pool) {
  const { rows: owned } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'uid' order by 1`,
  );
  const { rows: children } = await pool.query<{
    child: string;
    col: string;
    parent: string;
    key: string;
  }>(
    `select c.conrelid::regclass::text as child, a.attname as col,
            c.confrelid::regclass::text as parent, k.attname as key
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
     where c.contype = 'f'
       and exists (select 1 from pg_attribute u where u.attrelid = c.confrelid and u.attname = 'uid')
       and not exists (select 1 from pg_attribute u where u.attrelid = c.conrelid and u.attname = 'uid')`,
  );
  return { owned, children };
}
let tables: ReturnType<typeof listTables> | undefined;

/** Rows with the uid, and rows without it that reference one of those; read in one round trip. */
export async function findUserRows(pool: pg.Pool, uid: string): Promise<UserRow[]> {
  tables ??= listTables(pool);
  const { owned, children } = await tables;
  const id = pg.escapeLiteral(uid);
  const selects = [
    ...owned.map(({ name }) => [name, `select * from "${name}" where uid = ${id}`] as const),
    ...children.map(
      ({ child, col, parent, key }) =>
        [
          child,
          `select t.* from ${child} t join ${parent} p on p.${key} = t.${col} where p.uid = ${id}`,
        ] as const,
    ),
  ];
  const results: unknown = await pool.query(selects.map(([, sql]) => sql).join(';'));
  return (results as pg.QueryResult<UserRow['row']>[]).flatMap(({ rows }, index) =>
    rows.map((row) => ({ table: selects[index]?.[0] ?? '', row })),
  );
}

/** All leaf values, as text. */
export function leafValuesOf(value: unknown): string[] {
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap(leafValuesOf);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap(leafValuesOf);
  return value === null || value === undefined ? [] : [String(value)];
}
