/**
 * What one request of an account costs the process at its worst, and what a minute of as many as the limits let through: the
 * processor time of a whole Vigía, less what it spends anyway. The bodies are the largest that routes take.
 *
 *     npm run bench -- requests      BENCH_ROWS='GET alerts' (those whose names begin so)
 */
import { setTimeout as delay } from 'node:timers/promises';
import { thresholdFileColumns } from '#contract/threshold-import-export.ts';
import { cpuOf, cpuSeconds } from './cpu.ts';
import { report } from './report.ts';
import { openWholeServer } from './whole-server.ts';

const maxRequestMs = 60;
const maxMinuteSeconds = 5;
const thresholds = 1_000;
const alerts = 20_000;

/** A minute lets an account make so many requests, and handle so many rows, fifty of them by asking (`server/auth/row-budget.ts`). */
const requestsPerMinute = 600;
const rowsPerMinute = 100_000;
const requestRows = 50;
const bytesPerRow = 128;
/** Of a request that changes thresholds. */
const stored = 3 * thresholds;
const importsPerMinute = 20;

interface Measured {
  readonly what: string;
  /** Besides those of any request and of its body. */
  readonly rows: number;
  readonly perMinute?: number;
  readonly request: RequestInit & { readonly path: string };
  readonly times?: number;
}

/** Rows of the account's minute so far; what prepares it is before the first. */
let minute = { sinceMs: Date.now(), rows: 10_000 };

const server = await openWholeServer();
try {
  const ask = await server.signUp('banco@correo.example');
  const send = async ({ path, ...init }: Measured['request']) => {
    const answer = await ask(path, init);
    return { status: answer.status, text: await answer.text() };
  };
  const { items } = JSON.parse((await send({ path: '/api/monitoring/raw?limit=100' })).text) as {
    items: { id: string; matchId: string; currency: string; floorCents: number | null }[];
  };
  const watched = items.filter(({ floorCents }) => floorCents !== null);
  const threshold = (index: number, pause: 'user' | null = 'user') => {
    const item = watched[index % watched.length];
    const target = { kind: 'collectible', id: item?.id };
    const rule = { condition: 'below', value: 100, currency: item?.currency };
    return { target, ...rule, pause, note: 'x'.repeat(140), channels: ['mail'] };
  };
  const all = (entry: (index: number) => unknown) =>
    Object.fromEntries(
      Array.from({ length: thresholds }, (_, index) => [`e${index}`, entry(index)]),
    );
  const get = (what: string, path: string, rows: number, accept = 'application/json') => ({
    what: `GET ${what}`,
    rows,
    request: { path, headers: { accept } },
  });
  const sent = (method: string, what: string, path: string, rows: number, body: object) => ({
    what: `${method} ${what}`,
    rows,
    request: { path, method, body: JSON.stringify(body) },
  });
  const put = (what: string, rows: number, umbrales: object) =>
    sent('PUT', `config, ${what}`, '/api/users/config', rows, {
      partidos: [],
      frecuencia: 60,
      umbrales,
    });
  const saved = await send(
    put(
      '',
      0,
      all((n) => threshold(n)),
    ).request,
  );
  if (saved.status !== 200) throw new Error(`the thresholds were not saved: ${saved.text}`);
  await server.pool.query(
    `insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
       collectible_id, match_id, value_cents, currency, observed_at, already, routed, channel_pending)
     select t.uid, t.key, 1, g, 'below', 800, 300, 'collectible', t.target_id, t.target_id, t.match_id, 700, t.currency,
       now() - g * interval '1 minute', false, true, false
     from (select * from thresholds where id = 'e0') t, generate_series(1, $1::integer) g`,
    [alerts],
  );
  const imported = (what: string, body: string, type = 'text/csv'): Measured => ({
    what: `POST import, ${what}`,
    rows: stored,
    perMinute: importsPerMinute,
    request: {
      path: '/api/users/thresholds/import?dryRun=1',
      method: 'POST',
      headers: { 'content-type': type },
      body,
    },
  });
  const faulty = { channels: Array(21).fill(0), value: 'x' };
  const [first] = watched;
  const previewed = {
    target: { kind: 'match', id: first?.matchId },
    condition: 'below',
    value: 100,
    currency: first?.currency,
  };
  const newLines = Array.from(
    { length: thresholds },
    (_, n) => `n${n},coleccionable,${watched[n % 50]?.id},,por_debajo,100,EUR,,,`,
  );
  const deletions = Array.from({ length: thresholds }, (_, n) => ({
    kind: 'delete',
    id: `no-e${n}`,
  }));
  const rows: readonly Measured[] = [
    { ...get('alerts as CSV, 20,000', '/api/users/alerts', alerts, 'text/csv'), times: 3 },
    { ...get('export', '/api/users/export', thresholds + alerts), times: 2 },
    get('raw, 500 with sparklines', '/api/monitoring/raw?limit=500&spark=7d', 500),
    get(
      'match',
      `/api/monitoring/match?id=${first?.matchId}&points=500`,
      500 + thresholds / watched.length,
    ),
    sent('POST', 'preview, 365 days of a match', '/api/monitoring/preview', 500, {
      threshold: previewed,
      days: 365,
    }),
    put(
      'nothing changes',
      stored,
      all((n) => threshold(n)),
    ),
    sent('POST', 'batch, 1,000 of no threshold', '/api/users/thresholds/batch', stored, {
      changes: deletions,
    }),
    imported('1,000 faulty', JSON.stringify({ umbrales: all(() => faulty) }), 'application/json'),
    imported('CSV of 1,000 new', [thresholdFileColumns.join(','), ...newLines].join('\n')),
    sent('PATCH', 'a threshold of 1,000', '/api/users/thresholds/e1', thresholds, { value: 100 }),
  ];
  const isNamed = ({ what }: { readonly what: string }) =>
    what.startsWith(process.env.BENCH_ROWS ?? '');
  for (const row of rows.filter(isNamed)) await measure(row, send);
  let flip = false;
  const change = put(
    '1,000 change',
    stored,
    all((n) => threshold(n)),
  );
  if (isNamed(change))
    await measure(change, async () => {
      flip = !flip;
      return send(
        put(
          '',
          0,
          all((n) => threshold(n, flip ? null : 'user')),
        ).request,
      );
    });
} finally {
  await server.close();
}

async function measure(
  { what, rows, perMinute = requestsPerMinute, request, times = 8 }: Measured,
  send: (request: Measured['request']) => Promise<{ status: number }>,
): Promise<void> {
  const ofBody = typeof request.body === 'string' ? request.body.length / bytesPerRow : 0;
  const ofRequest = requestRows + ofBody + rows;
  await waitForRows(ofRequest * (times + 1));
  await send(request);
  const statuses = new Set<number>();
  const seconds = await cpuOf(
    () => cpuSeconds(server.pid),
    async () => {
      for (let n = 0; n < times; n += 1) statuses.add((await send(request)).status);
    },
  );
  const ms = (seconds / times) * 1_000;
  // The last is answered, however many rows are left.
  const most = Math.min(perMinute, Math.ceil(rowsPerMinute / ofRequest));
  const note = `answered ${[...statuses].join(', ')}; ${most} a minute`;
  report({ what, unit: 'ms of processor', value: ms, goal: { max: maxRequestMs }, note });
  report({
    what: `${what}, a minute of them`,
    unit: 's of processor',
    value: (ms * most) / 1_000,
    goal: { max: maxMinuteSeconds },
  });
}

async function waitForRows(rows: number): Promise<void> {
  if (minute.rows + rows > rowsPerMinute)
    await delay(Math.max(0, minute.sinceMs + 61_000 - Date.now()));
  if (Date.now() - minute.sinceMs >= 61_000) minute = { sinceMs: Date.now(), rows: 0 };
  minute.rows += rows;
}
