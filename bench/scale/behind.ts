/**
 * Memory of a worker that is behind by 200 readings of 20 000 ticks (the reading feed's share), compared with taking them at once.
 *
 *     npm run bench -- scale-behind
 */
import { listReadingsAfter } from '#server/db/market/readings.ts';
import { ReadingFeed } from '#server/market-worker/reading-feed.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { report } from '../report.ts';
import { openScaleApi } from './scale-api.ts';

const readings = 200;
const ticks = 20_000;
const shards = Array.from({ length: 64 }, (_, shard) => shard);

const api = await openScaleApi();
await api.pool.query(
  `insert into sources (name, fingerprint, currency, expected_every_ms) values ('bench', 'f', 'EUR', 1000)`,
);
for (let reading = 0; reading < readings; reading += 1)
  await api.pool.query(
    `insert into readings (source, observed_at, kind, ticks, arrived_at)
     select 'bench', now(), 'complete',
            jsonb_agg(jsonb_build_array('collectible-' || i, (random() * 100000)::integer, (random() * 9)::integer, null)), now()
       from generate_series(1, $1) i`,
    [ticks],
  );

const base = usedMb();
const feed = new ReadingFeed(api.pool, { listAfter: listReadingsAfter }, 'bench');
let peak = 0;
let applied = 0;
for (let position = 0; ; applied += 1) {
  const reading = await feed.next(position, shards);
  if (reading === null) break;
  position = reading.id;
  peak = Math.max(peak, usedMb() - base);
}
const bounded = peak;
const all = await listReadingsAfter(api.pool, 'bench', {
  id: 0,
  limit: readings,
  maxBytes: Number.MAX_SAFE_INTEGER,
});
const unbounded = usedMb() - base;
report({
  what: `a worker that is behind by ${applied} readings of ${ticks.toLocaleString('en')} ticks: live heap of its feed, the most`,
  unit: 'MB',
  value: bounded,
  reference: { name: `all ${all.length} at once`, value: unbounded },
  goal: { max: 0.3 },
});
await api.close();

function usedMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}
