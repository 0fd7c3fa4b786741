/**
 * Ingest throughput: price changes per second from the source to a durable commit.
 * The product's path (append the reading, evaluate it, store prices, states and position, notify listeners) compared
 * with one INSERT per price and with a bare bulk INSERT that does nothing else. Interleaved on one real PostgreSQL.
 *
 *     npm run bench -- ingest
 */
import { insertPriceChanges } from '#server/db/market/reading-writes.ts';
import { openBenchMarket } from '../bench-market.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const rounds = 5;
const perReading = 1_000;
const readings = 50;
const collectibles = 2_000;
const singles = 1_000;

const market = await openBenchMarket(collectibles);
await market.claimShards();
let sequence = 0;
const startedAtMs = Date.now();

async function product(): Promise<void> {
  const floors = Array.from({ length: perReading }, (): [string, number] => {
    sequence += 1;
    return [`c${sequence % collectibles}`, 900 + (sequence % 199)];
  });
  await market.applyReading(new Map(floors));
}

/** Rows of collectibles that the product's path does not write. */
const rowsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    sequence += 1;
    return {
      collectibleId: `${prefix}${index}`,
      observedAt: new Date(startedAtMs + sequence),
      floorCents: 900 + (sequence % 199),
      late: false,
    };
  });

async function bare(): Promise<void> {
  await insertPriceChanges(market.pool, rowsOf('bare', perReading));
}

async function onePerRow(): Promise<void> {
  for (const row of rowsOf('single', singles))
    await market.pool.query(
      `insert into price_changes (collectible_id, observed_at, floor_cents, late) values ($1, $2, $3, $4)`,
      [row.collectibleId, row.observedAt, row.floorCents, row.late],
    );
}

async function rateOf(work: () => Promise<void>, times: number, rows: number): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return (times * rows * 1_000) / (performance.now() - began);
}

const rates = { product: [] as number[], bare: [] as number[], singles: [] as number[] };
// One round more than is counted: the first warms the compiler and the database.
for (let round = 0; round <= rounds; round += 1) {
  const measured = {
    product: await rateOf(product, readings, perReading),
    bare: await rateOf(bare, readings, perReading),
    singles: await rateOf(onePerRow, 1, singles),
  };
  if (round === 0) continue;
  rates.product.push(measured.product);
  rates.bare.push(measured.bare);
  rates.singles.push(measured.singles);
}
await market.close();
const value = median(rates.product);
const what = `ingest to durable commit, ${perReading} prices a reading`;
const unit = 'rows/s';
report({
  what,
  unit,
  value,
  reference: { name: 'one INSERT per row', value: median(rates.singles) },
});
report({ what, unit, value, reference: { name: 'bare UNNEST insert', value: median(rates.bare) } });
