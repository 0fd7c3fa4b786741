/**
 * Price to screen: from a reading's arrival to the live stream of a whole server, as `npm start` runs it on its demo market
 * ten times as fast, with engine, database and notification in between.
 *
 *     npm run bench -- screen      BENCH_SECONDS=60
 */
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';
import { openWholeServer } from '../whole-server.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 60);

const server = await openWholeServer({ env: { MARKET_SPEED: '10' } });
const ask = await server.signUp('lectora@correo.example');
/** Before, the server is still starting; and a snapshot has prices that arrived long ago. */
const countedFromMs = Date.now() + 5_000;
const signal = AbortSignal.timeout(seconds * 1_000);
const { body } = await ask('/api/monitoring/stream', { signal });
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
const { rows } = await server.pool.query<{ observed_at: Date; arrived_at: Date }>(
  'select observed_at, arrived_at from readings',
);
await server.close();
const arrivals = new Map(
  rows.map(({ observed_at, arrived_at }) => [observed_at.getTime(), arrived_at.getTime()]),
);
const delaysMs = received.flatMap(({ observedAtMs, atMs }) => {
  const arrivedAtMs = arrivals.get(observedAtMs);
  return arrivedAtMs === undefined || arrivedAtMs < countedFromMs ? [] : [atMs - arrivedAtMs];
});
report({
  what: `price to a client of a whole server, 99th percentile of ${delaysMs.length}`,
  unit: 'ms',
  value: percentile(delaysMs, 99),
  goal: { max: 1_000 },
  note: `median ${median(delaysMs)} ms; a match is flushed at most every 250 ms`,
});
