/** Vigía's side of the comparison with Prometheus: one reading of all prices is one evaluation of all rules. */
import { openBenchMarket } from '../bench-market.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { engine, type Implementation, matcher } from '../engine/implementations.ts';
import { measureMemory } from '../engine/memory.ts';
import type { Market } from '../engine/synthetic-market.ts';
import { median } from '../median.ts';
import { cpuSecondsOfSiblings } from './processes.ts';

const rounds = 5;
/** Enough ticks for the CPU clock, which counts in hundredths of a second. */
const readings = 500;

export interface VigiaResult {
  /** Rules evaluated per CPU second: the matching alone. */
  readonly matchingRate: number;
  /** The whole engine: with ids, price logs and alert texts. */
  readonly engineRate: number;
  /** The whole worker, PostgreSQL included: appends, stores and notifies. */
  readonly workerRate: number;
  readonly indexBytes: number;
  readonly bytesPerRule: number;
}

export async function measureVigia(rules: number): Promise<VigiaResult> {
  const market = marketOf(rules);
  const rateOf = (implementation: Implementation, ticks: number) => {
    const rates = Array.from({ length: rounds + 1 }, () => {
      const pass = implementation(market, ticks);
      // Garbage of the build must not be collected within the measured pass.
      collectGarbage();
      const began = process.threadCpuUsage();
      pass();
      const { user, system } = process.threadCpuUsage(began);
      return ticks / ((user + system) / 1e6);
    });
    return median(rates.slice(1));
  };
  const { indexBytes, idBytes } = measureMemory(market);
  return {
    matchingRate: rateOf(matcher, rules * readings),
    engineRate: rateOf(engine(rules), rules * 50),
    workerRate: await measureWorker(market),
    indexBytes,
    bytesPerRule: indexBytes + idBytes,
  };
}

/** One rule on each price, ten per cent below its start; every price moves in every reading. */
function marketOf(rules: number): Market {
  const each = Int32Array.from({ length: rules }, (_, index) => index);
  const count = rules * readings;
  return {
    collectibles: rules,
    start: new Int32Array(rules).fill(1_000),
    thresholds: {
      target: each,
      cents: new Int32Array(rules).fill(900),
      isAbove: new Uint8Array(rules),
    },
    ticks: {
      target: Int32Array.from({ length: count }, (_, index) => index % rules),
      cents: Int32Array.from({ length: count }, (_, index) => 950 + ((index * 7_919) % 101)),
    },
  };
}

async function measureWorker({ ticks, collectibles: rules }: Market): Promise<number> {
  const worker = await openBenchMarket(rules);
  await worker.pool.query(`
    insert into users (uid, email, username, email_confirmed_at) values ('u', 'u@example.test', 'user', now());
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      select 'u', 't' || substr(id, 2), 'collectible', id, match_id, 'below', 900, 'EUR', 300, now() from collectibles`);
  await worker.claimShards();
  const { rows } = await worker.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  const rates: number[] = [];
  for (let reading = 0; reading <= rounds; reading += 1) {
    const floors = new Map(
      Array.from({ length: rules }, (_, index) => [
        `c${index}`,
        ticks.cents[reading * rules + index] ?? 0,
      ]),
    );
    const before = { own: process.cpuUsage(), database: await cpuSecondsOfSiblings(backend) };
    await worker.applyReading(floors);
    const { user, system } = process.cpuUsage(before.own);
    const database = (await cpuSecondsOfSiblings(backend)) - before.database;
    if (reading > 0) rates.push(rules / ((user + system) / 1e6 + database));
  }
  await worker.close();
  return median(rates);
}
