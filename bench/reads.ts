/**
 * What surrounds matching at 20 000 collectibles in 2 000 matches: CPU of server and database per read, and what
 * others notice of one user's burst.
 * A reading is applied before each group of ten reads, as one a second and ten readers do.
 *
 *     npm run bench -- scale-api      BENCH_COLLECTIBLES=20000
 */
import type pg from 'pg';
import { createAppWithoutServices } from '#server/app-without-services.ts';
import { archiveDataGaps } from '#server/db/market/data-gaps.ts';
import { rollUpPrices } from '#server/db/market/price-rollups.ts';
import { createPool, createReadPool } from '#server/db/pool.ts';
import { createCpuClock } from './cpu.ts';
import { openBenchDatabase } from './database.ts';
import { report } from './report.ts';

const collectibles = Number(process.env.BENCH_COLLECTIBLES ?? 20_000);
const market = { collectibles, matches: collectibles / 10, readings: 30 * collectibles };
const rounds = 5;
const burst = 40;
/** `reader0` and so on, besides `reader`: one alone would use up the rows an account may read a minute. */
const readers = 50;
const perRound = readers / rounds;

const settings = { shared_buffers: '512MB', max_wal_size: '2GB', max_connections: '100' };
const database = await openBenchDatabase(settings);
const pool = createPool(database.url, { connections: 20 });
const readPool = createReadPool(database.url);
const { app, close } = await createAppWithoutServices({
  pool,
  readPool,
  // The token is the uid.
  verifyToken: async (token) => {
    const [uid = ''] = token.split('.');
    const claims = { uid, email: `${uid}@example.test`, emailVerified: true, name: null };
    const expiresAt = new Date(Date.now() + 3_600_000);
    return { ...claims, isGoogle: false, authTime: new Date(), expiresAt };
  },
});
await fillMarket(pool, market);
await readRows();
await burstRow();
await close();
await readPool.end();
await pool.end();
await database.close();

/** As a signed-in user, in this process. @throws Error for any other status than 200 */
async function request(url: string, uid = 'reader'): Promise<void> {
  const headers = { authorization: `Bearer ${uid}.t.t` };
  const { statusCode, body } = await app.inject({ url, headers });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 200)}`);
}

async function readRows(): Promise<void> {
  const paths = [
    '/health',
    '/api/monitoring/stats',
    '/api/monitoring/stats?category=cat1',
    '/api/monitoring/matches',
    '/api/monitoring/matches?sort=change',
    ...['match', 'name', 'floor', 'change'].map((sort) => `/api/monitoring/raw?sort=${sort}`),
    '/api/monitoring/raw?q=numero%2019',
    '/api/monitoring/match?id=m7',
    ...['1h', '24h', '7d', '30d', 'all'].map(
      (range) => `/api/monitoring/match?id=m7&collectible=c6&range=${range}`,
    ),
  ];
  const clock = await createCpuClock(pool);
  // The first of a process reads what the others find in memory.
  for (const path of paths) await request(path, 'reader0');
  for (const path of paths) {
    const before = clock();
    for (let round = 0; round < rounds; round += 1) {
      await pool.query('update shards set last_reading_id = last_reading_id + 1');
      for (let time = 0; time < perRound; time += 1)
        await request(path, `reader${round * perRound + time}`);
    }
    report({
      what: `CPU of server and database, ${path.replace('/api/monitoring', '')}`,
      unit: 'ms a request',
      value: ((clock() - before) * 1_000) / readers,
      goal: { max: 15 },
    });
  }
}

/** What another user waits for while one asks for forty statistics at once. */
async function burstRow(): Promise<void> {
  await pool.query(
    `insert into users (uid, email, username) values ('other', 'other@example.test', 'o')`,
  );
  const path = '/api/monitoring/stats';
  const alone = await waits(() => request(path, 'other'), 20);
  await pool.query('update shards set last_reading_id = last_reading_id + 1');
  const storm = Promise.allSettled(Array.from({ length: burst }, () => request(path)));
  const meanwhile = await waits(() => request(path, 'other'), 20);
  const rejected = (await storm).filter(({ status }) => status === 'rejected').length;
  report({
    what: `another user's /stats while one asks for ${burst} at once, the slowest`,
    unit: 'ms',
    value: Math.max(...meanwhile),
    reference: { name: 'without the burst', value: Math.max(...alone) },
    note: `${rejected} of ${burst} answered 429`,
  });
}

async function waits(work: () => Promise<unknown>, times: number): Promise<number[]> {
  const elapsed: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await work();
    elapsed.push(performance.now() - began);
  }
  return elapsed;
}

/** 60 daily prices of each collectible, one of them moving every second with the readings, users who watch three matches. */
async function fillMarket(
  pool: pg.Pool,
  { collectibles, matches, readings }: Record<'collectibles' | 'matches' | 'readings', number>,
): Promise<void> {
  await pool.query(`
    insert into sources (name, fingerprint, currency, expected_every_ms, market_now)
      values ('bench', 'f', 'EUR', 1000, now());
    insert into shards (source, shard, market_now) select 'bench', generate_series(0, shard_count() - 1), now();
    insert into matches (id, source, number, event, stage, home, away, name, venue, city, currency)
      select 'm' || i, 'bench', i, 'Torneo', 'Grupo', jsonb_build_object('name', 'Equipo ' || i, 'colors',
             '["#111111","#222222","#333333"]'::jsonb, 'vertical', true), null, 'Partido ' || i, 'Estadio', 'Ciudad ' || i % 20, 'EUR'
        from generate_series(1, ${matches}) i;
    insert into collectibles (id, match_id, name, category, currency, floor_cents, listings,
                              last_observed_at, floor_changed_at, first_priced_at)
      select 'c' || i, 'm' || 1 + i % ${matches}, 'Coleccionable número ' || i, 'cat' || i % 4, 'EUR', 1000 + i % 500,
             i % 7, now(), now(), now() - interval '60 days' from generate_series(1, ${collectibles}) i;
    select ensure_price_partitions(now() - interval '70 days', now());
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'c' || i, now() - make_interval(days => d, secs => i % 3600), 1000 + (i + d) % 500
        from generate_series(1, ${collectibles}) i, generate_series(0, 59) d;
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'c6', now() - make_interval(secs => s), 1000 + s % 97 from generate_series(1, ${readings}) s
          on conflict do nothing;
    insert into readings (source, observed_at, kind, ticks, arrived_at)
      select 'bench', now() - make_interval(secs => s), 'changes', '[]', now() - make_interval(secs => s)
        from generate_series(1, ${readings}) s;
    insert into users (uid, email, username, email_confirmed_at, partidos)
      select uid, uid || '@example.test', uid, now(), '{m1,m2,m3}'
        from (values ('reader') union all select 'reader' || i from generate_series(0, ${readers - 1}) i) r (uid);
    insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'admin' from users;
    analyze`);
  await archiveDataGaps(pool);
  while (await rollUpPrices(pool));
}
