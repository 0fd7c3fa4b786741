/**
 * What surrounds matching at 20 000 collectibles in 2 000 matches: CPU of server and database per read, compared with
 * `/health` in the same run; what others notice of one user's burst, of a large save, of the reconciliation.
 * A reading is applied before each group of ten reads, as one a second and ten readers do.
 *
 *     npm run bench -- scale-api
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ConfiguracionInput } from '#contract/users.ts';
import { enqueueProjection, enqueueReconciliationPage } from '#server/db/users/projection-jobs.ts';
import { replaceSettings } from '#server/users/settings/replace-settings.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { createCpuClock } from './cpu.ts';
import { fillMarket, openScaleApi, readers } from './scale-api.ts';

const market = { collectibles: 20_000, matches: 2_000, readings: 600_000 };
const rounds = 5;
const burst = 40;
const thresholds = 1_000;
const users = 300_000;
const perRound = readers / rounds;

const api = await openScaleApi();
await fillMarket(api.pool, market);
await readRows();
await burstRow();
await settingsRow();
await reconciliationRow();
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
  const first = new Map<string, number>();
  const each = new Map<string, number>();
  for (const path of paths) {
    const clock = await createCpuClock(api.pool);
    const before = clock();
    await api.request(path, 'reader0');
    first.set(path, clock() - before);
  }
  for (const path of paths) {
    const clock = await createCpuClock(api.pool);
    const before = clock();
    for (let round = 0; round < rounds; round += 1) {
      await api.pool.query('update shards set last_reading_id = last_reading_id + 1');
      for (let time = 0; time < perRound; time += 1)
        await api.request(path, `reader${round * perRound + time}`);
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

async function settingsRow(): Promise<void> {
  let statements = 0;
  api.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        // Wake-ups are sent after the commit.
        if (!String(args[0]).includes('pg_notify')) statements += 1;
        return query(...args);
      },
    });
  });
  const settings = (pause: 'user' | null) => ({
    partidos: [],
    frecuencia: 60,
    umbrales: Object.fromEntries(
      Array.from({ length: thresholds }, (_, index) => [
        `t${index}`,
        {
          target: { kind: 'collectible', id: `c${index + 1}` },
          condition: 'below',
          value: 500,
          currency: 'EUR',
          bandBp: 300,
          pause,
          snoozedUntil: null,
          channels: null,
          note: null,
          expiresAt: null,
        },
      ]),
    ),
  });
  const put = (pause: 'user' | null) =>
    replaceSettings(api.pool, 'reader', {
      ifVersion: null,
      sent: settings(pause) as unknown as ConfiguracionInput,
    });
  await put(null);
  // Every connection is new, and counted, once the idle ones have been closed.
  await closeIdle();
  statements = 0;
  const [elapsed = 0] = await waits(() => put('user'), 1);
  report({
    what: `PUT that pauses ${thresholds.toLocaleString('en')} thresholds`,
    unit: 'statements',
    value: statements,
    reference: { name: 'a statement a threshold', value: thresholds },
    goal: { max: 12 / thresholds },
    note: `${Math.round(elapsed)} ms, begin and commit included`,
  });
}

/** What a save waits for while all profile documents are reconciled. */
async function reconciliationRow(): Promise<void> {
  await api.pool.query(
    `insert into users (uid, email, username) select 'u' || i, i || '@example.test', 'u' from generate_series(1, ${users}) i`,
  );
  const pages: number[] = [];
  const saves: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    await api.pool.query('update projection_reconciliation set due_at = now()');
    const page = waits(() => enqueueReconciliationPage(api.pool), 1);
    // The first of the next page, which the statement is writing.
    const { rows } = await api.pool.query<{ uid: string }>(
      `select min(u.uid) as uid from users u, projection_reconciliation r where u.uid > r.after_uid`,
    );
    saves.push(...(await waits(() => enqueueProjection(api.pool, rows[0]?.uid ?? 'reader'), 1)));
    pages.push(...(await page));
  }
  report({
    what: `a save while the documents of ${users.toLocaleString('en')} users are reconciled, the slowest`,
    unit: 'ms',
    value: Math.max(...saves),
    goal: { max: 100 },
    note: `a page of fifty: ${median(pages).toFixed(1)} ms`,
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

async function closeIdle(): Promise<void> {
  while (api.pool.idleCount > 0) await delay(100);
}
