/**
 * Full readings per second of a market of 20 000 collectibles.
 * As a crawler delivers them: every price is present, one in fifty has changed. The product's path, with thresholds,
 * compared with a history that inserts every price.
 *
 *     npm run bench -- market      BENCH_THRESHOLDS=400000
 */
import { openBenchMarket } from '../bench-market.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const thresholds = Number(process.env.BENCH_THRESHOLDS ?? 400_000);
const rounds = 5;
const readings = 5;
const collectibles = 20_000;
const moving = 50;
const perUser = 10;

const market = await openBenchMarket(collectibles);
await market.pool.query(`
  insert into users (uid, email, username, email_confirmed_at)
    select 'user-' || i, 'u' || i || '@example.test', 'user', now()
      from generate_series(0, ${Math.ceil(thresholds / perUser) - 1}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select 'user-' || i / ${perUser}, 't' || i, 'collectible', 'c' || i % ${collectibles},
           'm' || i % ${collectibles} / 10, 'below', 500 + i % 400, 'EUR', 300, now()
      from generate_series(0, ${thresholds - 1}) i;
  create table every_price (collectible_id text, observed_at timestamptz, floor_cents integer,
                            primary key (collectible_id, observed_at));
  analyze`);
await market.claimShards();
let sequence = 0;
const floors = new Map(
  Array.from({ length: collectibles }, (_, index) => [`c${index}`, 1_000 + (index % 200)]),
);
await market.applyReading(floors);

async function product(): Promise<void> {
  sequence += 1;
  for (let index = sequence % moving; index < collectibles; index += moving)
    floors.set(`c${index}`, 1_000 + ((index + sequence) % 200));
  await market.applyReading(floors);
}

async function everyPrice(): Promise<void> {
  sequence += 1;
  await market.pool.query(
    `insert into every_price select id, to_timestamp($1::integer), cents
       from unnest($2::text[], $3::integer[]) as n (id, cents)`,
    [sequence, [...floors.keys()], [...floors.values()]],
  );
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < readings; time += 1) await work();
  return (readings * 1_000) / (performance.now() - began);
}

const rates = { product: [] as number[], every: [] as number[] };
// One round more than is counted: the first warms the compiler and the database.
for (let round = 0; round <= rounds; round += 1) {
  const measured = { product: await rateOf(product), every: await rateOf(everyPrice) };
  if (round === 0) continue;
  rates.product.push(measured.product);
  rates.every.push(measured.every);
}
const { rows } = await market.pool.query<{ changed: number; every: number }>(`
  select (select count(*)::integer - ${collectibles} from price_changes) as changed,
         (select count(*)::integer from every_price) as every`);
await market.close();
const what = `${collectibles.toLocaleString('en')} collectibles, ${thresholds.toLocaleString('en')} thresholds`;
report({
  what: `${what}: full readings`,
  unit: 'readings/s',
  value: median(rates.product),
  reference: { name: 'every price inserted', value: median(rates.every) },
});
const perReading = (count = 0) => count / ((rounds + 1) * readings);
report({
  what: 'rows of price history a reading',
  unit: 'rows',
  value: perReading(rows[0]?.changed),
  reference: { name: 'every price inserted', value: perReading(rows[0]?.every) },
  goal: { max: 1 / moving },
});
