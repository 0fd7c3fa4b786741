/**
 * Whole readings a second of a market of 20 000 collectibles, as a crawl brings them: every price is there, one in fifty
 * has moved. The product's own path, thresholds and all, beside a history that keeps every price it is told, moved or
 * not.
 *
 *     npm run bench -- market      THRESHOLDS=400000
 */
import { openBenchMarket } from '../bench-market.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const thresholds = Number(process.env.THRESHOLDS ?? 400_000);
const rounds = 5;
const readings = 5;
const collectibles = 20_000;
const moving = 50;
const perUser = 10;

const rig = await openBenchMarket(collectibles);
await rig.pool.query(`
  insert into users (uid, email, username, email_confirmed_at)
    select 'user-' || i, 'u' || i || '@example.test', 'user', now()
      from generate_series(0, ${Math.ceil(thresholds / perUser) - 1}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp, active_from)
    select 'user-' || i / ${perUser}, 't' || i, 'collectible', 'c' || i % ${collectibles},
           'm' || i % ${collectibles} / 10, 'below', 500 + i % 400, 'EUR', 300, now()
      from generate_series(0, ${thresholds - 1}) i;
  create table every_price (collectible_id text, observed_at timestamptz, floor_cents integer,
                            primary key (collectible_id, observed_at));
  analyze`);
await rig.work();
let turn = 0;
const floors = new Map(
  Array.from({ length: collectibles }, (_, index) => [`c${index}`, 1_000 + (index % 200)]),
);
await rig.read(floors);

async function product(): Promise<void> {
  turn += 1;
  for (let index = turn % moving; index < collectibles; index += moving)
    floors.set(`c${index}`, 1_000 + ((index + turn) % 200));
  await rig.read(floors);
}

async function everyPrice(): Promise<void> {
  turn += 1;
  await rig.pool.query(
    `insert into every_price select id, to_timestamp($1::integer), cents
       from unnest($2::text[], $3::integer[]) as n (id, cents)`,
    [turn, [...floors.keys()], [...floors.values()]],
  );
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < readings; time += 1) await work();
  return (readings * 1_000) / (performance.now() - began);
}

const rates = { ours: [] as number[], every: [] as number[] };
// One round more than is counted: the first warms the compiler and the database.
for (let round = 0; round <= rounds; round += 1) {
  const measured = { ours: await rateOf(product), every: await rateOf(everyPrice) };
  if (round === 0) continue;
  rates.ours.push(measured.ours);
  rates.every.push(measured.every);
}
const { rows } = await rig.pool.query<{ ours: number; every: number }>(`
  select (select count(*)::integer - ${collectibles} from price_changes) as ours,
         (select count(*)::integer from every_price) as every`);
await rig.close();
const what = `${collectibles.toLocaleString('en')} collectibles, ${thresholds.toLocaleString('en')} thresholds`;
report({
  what: `${what}: whole readings`,
  unit: 'readings/s',
  ours: median(rates.ours),
  theirs: { name: 'every price inserted', value: median(rates.every) },
});
const perReading = (count = 0) => count / ((rounds + 1) * readings);
report({
  what: 'rows of price history a reading',
  unit: 'rows',
  ours: perReading(rows[0]?.ours),
  theirs: { name: 'every price inserted', value: perReading(rows[0]?.every) },
  goal: { most: 1 / moving },
});
