/**
 * What surrounds matching at 20 000 collectibles in 2 000 matches: CPU of server and database per read, and what
 * others notice of one user's burst.
 * A reading is applied before each group of ten reads, as one a second and ten readers do.
 *
 *     npm run bench -- scale-api      BENCH_COLLECTIBLES=20000
 */
import { createCpuClock } from '../cpu.ts';
import { report } from '../report.ts';
import { fillMarket, openLargeApi, readers } from './large-api.ts';

const collectibles = Number(process.env.BENCH_COLLECTIBLES ?? 20_000);
const market = { collectibles, matches: collectibles / 10, readings: 30 * collectibles };
const rounds = 5;
const burst = 40;
const perRound = readers / rounds;

const api = await openLargeApi();
await fillMarket(api.pool, market);
await readRows();
await burstRow();
await api.close();

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
  const clock = await createCpuClock(api.pool);
  // The first of a process reads what the others find in memory.
  for (const path of paths) await api.request(path, 'reader0');
  for (const path of paths) {
    const before = clock();
    for (let round = 0; round < rounds; round += 1) {
      await api.pool.query('update shards set last_reading_id = last_reading_id + 1');
      for (let time = 0; time < perRound; time += 1)
        await api.request(path, `reader${round * perRound + time}`);
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
  await api.pool.query(
    `insert into users (uid, email, username) values ('other', 'other@example.test', 'o')`,
  );
  const path = '/api/monitoring/stats';
  const alone = await waits(() => api.request(path, 'other'), 20);
  await api.pool.query('update shards set last_reading_id = last_reading_id + 1');
  const storm = Promise.allSettled(Array.from({ length: burst }, () => api.request(path)));
  const meanwhile = await waits(() => api.request(path, 'other'), 20);
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
