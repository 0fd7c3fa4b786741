/** Sample rows: what a test is not about is filled in. */
import type { Database } from '#server/db/pool.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a row has unless the test says otherwise; `index` counts the rows of one call. */
const defaults = {
  sources: () => ({ name: 'test', fingerprint: 'f', currency: 'EUR' }),
  matches: (_: Row, index: number) => ({
    ...{ id: `m${index + 1}`, source: 'test', number: index + 1, event: 'Torneo' },
    ...{ name: 'España – Uruguay', city: 'Sevilla', currency: 'EUR' },
  }),
  collectibles: (_: Row, index: number) => ({
    ...{ id: `c${index + 1}`, match_id: 'm1', name: 'Categoría 2', category: 'Categoría 2' },
    currency: 'EUR',
  }),
  market_pages: () => ({ collectible_id: 'c1', url: 'https://mercado.example/1' }),
  users: ({ uid = 'ana' }: Row) => ({
    ...{ uid, username: uid, email: `${uid}@example.test`, email_confirmed_at: new Date() },
  }),
  plan_grants: () => ({ uid: 'ana', plan: 'elite', granted_by: 'test' }),
  // Below 180 € on c1 of m1.
  thresholds: ({ target_kind = 'collectible' }: Row, index: number) => ({
    ...{ uid: 'ana', id: `t${index + 1}`, target_kind, match_id: 'm1' },
    ...{ target_id: target_kind === 'match' ? 'm1' : 'c1', condition: 'below', value: 18_000 },
    ...{ currency: 'EUR', rearm_band_bp: 300 },
  }),
};

/**
 * Inserts rows of the tables in the order given; matches need no source of their own.
 * @example await insertSamples(pool, { matches: [{}], collectibles: [{}, { floor_cents: 9_000 }], users: [{ uid: 'eva' }] })
 */
export async function insertSamples(
  db: Database,
  tables: { readonly [table in keyof typeof defaults]?: readonly Row[] },
): Promise<void> {
  for (const [table, rows] of Object.entries({
    ...(tables.matches && { sources: [{}] }),
    ...tables,
  })) {
    for (const [index, row] of rows.entries()) {
      const full = { ...defaults[table as keyof typeof defaults](row, index), ...row };
      const columns = Object.keys(full);
      await db.query(
        `insert into ${table} (${columns}) values (${columns.map((_, at) => `$${at + 1}`)})
         ${table === 'sources' ? 'on conflict do nothing' : ''}`,
        Object.values(full),
      );
    }
  }
}

/** What an alert takes of its threshold, and has unless the test says otherwise, as SQL. */
const ofThreshold = {
  ...{ uid: 'uid', threshold_key: 'key', version: 'version', condition: 'condition' },
  ...{ rule_value: 'value', rearm_band_bp: 'rearm_band_bp', target_kind: 'target_kind' },
  ...{ target_id: 'target_id', collectible_id: "'c1'", match_id: 'match_id', currency: 'currency' },
  episode: '(select count(*) + 1 from alerts a where a.threshold_key = key)',
  ...{ value_cents: '17200', previous_cents: '18500', already: 'false' },
  observed_at: "'2026-11-21T17:40:00Z'",
};

/**
 * Inserts an alert, as the market worker does.
 * @param columns `uid` and `id` of the threshold, and what the alert has of its own
 * @returns its id
 */
export async function insertAlert(
  db: Database,
  { uid = 'ana', id = 'uno', ...columns }: Row = {},
): Promise<string> {
  const given = Object.keys(columns);
  const own = given.map((name, at) => [name, `$${at + 3}`]);
  const all = { ...ofThreshold, ...Object.fromEntries(own) };
  const { rows } = await db.query<{ id: number }>(
    `insert into alerts (${Object.keys(all)}) select ${Object.values(all)}
       from thresholds where uid = $1 and id = $2 and deleted_at is null returning id`,
    [uid, id, ...Object.values(columns)],
  );
  return String(rows[0]?.id);
}
