/**
 * Price changes a second from the source's hand to a durable commit: the product's own path (acknowledge the reading,
 * evaluate it, store prices, states and how far it has come, tell listeners) beside what one writes first, an INSERT
 * per price, and beside the fastest INSERT there is, which does nothing else. In turns on one real PostgreSQL.
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

const rig = await openBenchMarket(collectibles);
await rig.work();
let turn = 0;
const startedAtMs = Date.now();

async function product(): Promise<void> {
  const floors = Array.from({ length: perReading }, (): [string, number] => {
    turn += 1;
    return [`c${turn % collectibles}`, 900 + (turn % 199)];
  });
  await rig.read(new Map(floors));
}

/** Rows nobody else writes: their collectibles exist for this alone. */
const rowsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    turn += 1;
    return {
      collectibleId: `${prefix}${index}`,
      observedAt: new Date(startedAtMs + turn),
      floorCents: 900 + (turn % 199),
      late: false,
    };
  });

async function bare(): Promise<void> {
  await insertPriceChanges(rig.pool, rowsOf('bare', perReading));
}

async function onePerRow(): Promise<void> {
  for (const row of rowsOf('single', singles))
    await rig.pool.query(
      `insert into price_changes (collectible_id, observed_at, floor_cents, late) values ($1, $2, $3, $4)`,
      [row.collectibleId, row.observedAt, row.floorCents, row.late],
    );
}

async function rateOf(work: () => Promise<void>, times: number, rows: number): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return (times * rows * 1_000) / (performance.now() - began);
}

const rates = { ours: [] as number[], bare: [] as number[], singles: [] as number[] };
// One round more than is counted: the first warms the compiler and the database.
for (let round = 0; round <= rounds; round += 1) {
  const measured = {
    ours: await rateOf(product, readings, perReading),
    bare: await rateOf(bare, readings, perReading),
    singles: await rateOf(onePerRow, 1, singles),
  };
  if (round === 0) continue;
  rates.ours.push(measured.ours);
  rates.bare.push(measured.bare);
  rates.singles.push(measured.singles);
}
await rig.close();
const ours = median(rates.ours);
const what = `ingest to durable commit, ${perReading} prices a reading`;
const unit = 'rows/s';
report({ what, unit, ours, theirs: { name: 'one INSERT per row', value: median(rates.singles) } });
report({ what, unit, ours, theirs: { name: 'bare UNNEST insert', value: median(rates.bare) } });
