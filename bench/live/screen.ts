/**
 * Price to screen: from a reading's arrival to the live stream of a whole server, as `npm start` runs it on its demo market
 * ten times as fast, with engine, database and notification in between.
 *
 *     npm run bench -- screen      BENCH_SECONDS=60
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createParser } from 'eventsource-parser';
import pg from 'pg';
import { pricesEvent } from '#contract/live-stream.ts';
import { createIdentityAccount } from '#tests/support/identity.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 60);

const vigia = await startVigia({ env: { MARKET_SPEED: '10' } });
const database = new pg.Client(
  (await readFile(join(vigia.dataDir, 'postgres-url'), 'utf8')).trim(),
);
await database.connect();
const { idToken } = await createIdentityAccount(vigia.origin, 'lectora@correo.example');
const { body } = await fetch(`${vigia.origin}/api/monitoring/stream`, {
  headers: { authorization: `Bearer ${idToken}` },
  signal: AbortSignal.timeout(seconds * 1_000),
});
if (body === null) throw new Error('there is no stream');
const received: { readonly observedAtMs: number; readonly atMs: number }[] = [];
const parser = createParser({
  onEvent({ event, data }) {
    if (event !== 'prices') return;
    for (const { observedAt } of pricesEvent.parse(JSON.parse(data)).items)
      received.push({ observedAtMs: Date.parse(observedAt), atMs: Date.now() });
  },
});
try {
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
} catch (error) {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
}
const { rows } = await database.query<{ observed_at: Date; arrived_at: Date }>(
  'select observed_at, arrived_at from readings',
);
await database.end();
await vigia.stop();
const arrivals = new Map(
  rows.map(({ observed_at, arrived_at }) => [observed_at.getTime(), arrived_at.getTime()]),
);
const delaysMs = received.flatMap(({ observedAtMs, atMs }) => {
  const arrivedAtMs = arrivals.get(observedAtMs);
  return arrivedAtMs === undefined ? [] : [atMs - arrivedAtMs];
});
report({
  what: `price to a client of a whole server, 99th percentile of ${delaysMs.length}`,
  unit: 'ms',
  value: percentile(delaysMs, 99),
  goal: { max: 1_000 },
  note: `median ${median(delaysMs)} ms; a match is flushed at most every 250 ms`,
});
