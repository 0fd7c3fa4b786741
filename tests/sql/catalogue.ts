/** What the checker asks of PostgreSQL's catalogue once: columns that may be null, functions and types by their numbers. */
import type pg from 'pg';

export interface DatabaseFunction {
  readonly name: string;
  /** Null for a null argument. */
  readonly isStrict: boolean;
}

export interface DatabaseType {
  readonly name: string;
  /** Of an array; 0 = no array. */
  readonly elementOid: number;
}

export interface Catalogue {
  /** Columns declared not null, as `table.number`. */
  readonly notNull: ReadonlySet<string>;
  readonly functions: ReadonlyMap<number, DatabaseFunction>;
  readonly types: ReadonlyMap<number, DatabaseType>;
}

export async function loadCatalogue(client: pg.Client): Promise<Catalogue> {
  const columns = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnotnull`,
  );
  const functions = await client.query<DatabaseFunction & { oid: number }>(
    'select oid, proname as name, proisstrict as "isStrict" from pg_proc',
  );
  const types = await client.query<DatabaseType & { oid: number }>(
    `select oid, typname as name, case when typcategory = 'A' then typelem else 0 end as "elementOid"
       from pg_type`,
  );
  return {
    notNull: new Set(columns.rows.map(({ key }) => key)),
    functions: new Map(functions.rows.map((row) => [row.oid, row])),
    types: new Map(types.rows.map((row) => [row.oid, row])),
  };
}
