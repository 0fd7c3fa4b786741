/**
 * Reads of a whole server with 20 000 collectibles in 2 000 matches: CPU of server and database per read, and what others notice of
 * one user's burst. 60 daily prices of each collectible, one of them moving every second. A reading is applied before each group
 * of ten reads, as one a second and ten readers do.
 *
 *     npm run bench -- scale-api      BENCH_COLLECTIBLES=20000
 */
import { archiveDataGaps } from '#server/db/market/data-gaps.ts';
import { rollUpPrices } from '#server/db/market/price-rollups.ts';
import { cpuOf, createCpuClock } from './cpu.ts';
import { report } from './report.ts';
import { openWholeServer } from './whole-server.ts';

const collectibles = Number(process.env.BENCH_COLLECTIBLES ?? 20_000);
const matches = collectibles / 10;
const readings = 30 * collectibles;
const rounds = 5;
/** One alone would use up the rows an account may read a minute. */
const readers = 50;
const burst = 40;
/** No reading but the bench's. */
const env = { MARKET_PAUSED: '1' };

const { dataDir } = await fillMarket();
const server = await openWholeServer({ dataDir, env });
const users: Awaited<ReturnType<typeof server.signUp>>[] = [];
for (let n = 0; n <= readers; n += 1) users.push(await server.signUp(`r${n}@correo.example`));
await server.pool.query(`update users set partidos = '{bm1,bm2,bm3}'`);
try {
  await readRows();
  await burstRow();
} finally {
  await server.close();
}

/** @throws Error for any other status than 200 */
async function read(path: string, user = readers): Promise<void> {
  const answer = await users[user]?.(path);
  const text = await answer?.text();
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${text?.slice(0, 200)}`);
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
    '/api/monitoring/match?id=bm7',
    ...['1h', '24h', '7d', '30d', 'all'].map(
      (range) => `/api/monitoring/match?id=bm7&collectible=bc6&range=${range}`,
    ),
  ];
  const clock = await createCpuClock(server.pool, server.pid);
  // The first of a process, and of a user, reads what the others find in memory.
  for (const path of paths) await read(path, 0);
  for (let reader = 0; reader < readers; reader += 1) await read('/api/monitoring/stats', reader);
  for (const path of paths) {
    const seconds = await cpuOf(clock, async () => {
      for (let reader = 0; reader < readers; reader += 1) {
        if (reader % (readers / rounds) === 0) await applyReading();
        await read(path, reader);
      }
    });
    report({
      what: `CPU of server and database, ${path.replace('/api/monitoring', '')}`,
      unit: 'ms a request',
      value: (seconds * 1_000) / readers,
      goal: { max: 15 },
    });
  }
}

/** What another user waits for while one asks for forty statistics at once. */
async function burstRow(): Promise<void> {
  const path = '/api/monitoring/stats';
  const slowest = async () => {
    const waits: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      const began = performance.now();
      await read(path);
      waits.push(performance.now() - began);
    }
    return Math.max(...waits);
  };
  const alone = await slowest();
  await applyReading();
  const storm = Promise.allSettled(Array.from({ length: burst }, () => read(path, 0)));
  const meanwhile = await slowest();
  const rejected = (await storm).filter(({ status }) => status === 'rejected').length;
  report({
    what: `another user's /stats while one asks for ${burst} at once, the slowest`,
    unit: 'ms',
    value: meanwhile,
    reference: { name: 'without the burst', value: alone },
    note: `${rejected} of ${burst} answered 429`,
  });
}

async function applyReading(): Promise<void> {
  await server.pool.query('update shards set last_reading_id = last_reading_id + 1');
}

/** In a server that has ended, for a server loads its catalogue when it starts. */
async function fillMarket() {
  const empty = await openWholeServer({ env });
  await empty.pool.query(`
    insert into matches (id, source, number, event, stage, home, away, name, venue, city, currency)
      select 'bm' || i, s.name, 1000 + i, 'Torneo', 'Grupo', jsonb_build_object('name', 'Equipo ' || i, 'colors',
             '["#111111","#222222","#333333"]'::jsonb, 'vertical', true), null, 'Partido ' || i, 'Estadio', 'Ciudad ' || i % 20, 'EUR'
        from sources s, generate_series(1, ${matches}) i;
    insert into collectibles (id, match_id, name, category, currency, floor_cents, listings,
                              last_observed_at, floor_changed_at, first_priced_at)
      select 'bc' || i, 'bm' || 1 + i % ${matches}, 'Coleccionable número ' || i, 'cat' || i % 4, 'EUR', 1000 + i % 500,
             i % 7, now(), now(), now() - interval '60 days' from generate_series(1, ${collectibles}) i;
    select ensure_price_partitions(now() - interval '70 days', now());
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'bc' || i, now() - make_interval(days => d, secs => i % 3600), 1000 + (i + d) % 500
        from generate_series(1, ${collectibles}) i, generate_series(0, 59) d;
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'bc6', now() - make_interval(secs => s), 1000 + s % 97 from generate_series(1, ${readings}) s
          on conflict do nothing;
    insert into readings (source, observed_at, kind, ticks, arrived_at)
      select name, now() - make_interval(secs => s), 'changes', '[]', now() - make_interval(secs => s)
        from sources, generate_series(1, ${readings}) s
          on conflict do nothing;
    analyze`);
  await archiveDataGaps(empty.pool);
  while (await rollUpPrices(empty.pool));
  await empty.close({ keepData: true });
  return empty;
}
