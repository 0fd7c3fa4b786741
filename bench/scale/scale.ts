/**
 * What surrounds matching at 20 000 collectibles in 2 000 matches: CPU of server and database per read, compared with
 * `/health` in the same run. A reading is applied before each group of ten requests, as one a second and ten readers do.
 *
 *     npm run bench -- scale
 */
import { report } from '../report.ts';
import { createCpuClock } from './cpu.ts';
import { fillMarket, openScaleApi } from './scale-api.ts';

const market = { collectibles: 20_000, matches: 2_000, readings: 600_000 };
const rounds = 10;
const perRound = 10;

const api = await openScaleApi();
await fillMarket(api.pool, market);
await readRows();
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
    '/api/monitoring/match?id=m7&collectible=c6&range=30d',
    '/api/monitoring/match?id=m7&collectible=c6&range=all',
  ];
  const first = new Map<string, number>();
  const each = new Map<string, number>();
  for (const path of paths) {
    const clock = await createCpuClock(api.pool);
    const before = clock();
    await api.request(path);
    first.set(path, clock() - before);
  }
  for (const path of paths) {
    const clock = await createCpuClock(api.pool);
    const before = clock();
    for (let round = 0; round < rounds; round += 1) {
      await api.pool.query('update shards set last_reading_id = last_reading_id + 1');
      for (let time = 0; time < perRound; time += 1) await api.request(path);
    }
    each.set(path, (clock() - before) / (rounds * perRound));
  }
  for (const path of paths)
    report({
      what: `CPU of server and database, ${path.replace('/api/monitoring', '')}`,
      unit: 'ms a request',
      value: each.get(path) ?? null,
      ...(path === '/health' ? {} : { goal: { max: 15 } }),
      note: `the first of the process ${Math.round(first.get(path) ?? 0)} ms; ${((each.get(path) ?? 0) / (each.get('/health') ?? 1)).toFixed(1)} times /health`,
    });
}
