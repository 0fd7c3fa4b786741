/** The same rules on the same prices with us: a reading of every price answers every rule, as a round of theirs does. */

import { openBenchMarket } from '../bench-market.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { engine, type Implementation, matcher } from '../engine/implementations.ts';
import type { Market } from '../engine/market.ts';
import { measureMemory } from '../engine/memory.ts';
import { median } from '../median.ts';
import { cpuSecondsOfSiblings } from './processes.ts';

const rounds = 5;
/** Enough for the clock of processor time, which counts in hundredths of a second. */
const readings = 500;

export interface VigiaResult {
  /** Rules answered per second of processor time: the matching alone. */
  readonly matchingRate: number;
  /** With ids, price logs and words about it: the engine. */
  readonly engineRate: number;
  /** With acknowledging, storing and telling: the worker, PostgreSQL included. */
  readonly workerRate: number;
  readonly indexBytes: number;
  readonly bytesPerRule: number;
}

export async function measureVigia(rules: number): Promise<VigiaResult> {
  const market = marketOf(rules);
  const rateOf = (contender: Implementation, ticks: number) => {
    const rates = Array.from({ length: rounds + 1 }, () => {
      const pass = contender(market, ticks);
      // What building it left behind is not part of the answer.
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

/** One rule on each price, ten per cent below where it begins; every price moves in every reading. */
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
  const rig = await openBenchMarket(rules);
  await rig.pool.query(`
    insert into users (uid, email, username, email_confirmed_at) values ('u', 'u@example.test', 'user', now());
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp, active_from)
      select 'u', 't' || substr(id, 2), 'collectible', id, match_id, 'below', 900, 'EUR', 300, now() from collectibles`);
  await rig.work();
  const { rows } = await rig.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  const rates: number[] = [];
  for (let reading = 0; reading <= rounds; reading += 1) {
    const floors = new Map(
      Array.from({ length: rules }, (_, index) => [
        `c${index}`,
        ticks.cents[reading * rules + index] ?? 0,
      ]),
    );
    const before = { own: process.cpuUsage(), theirs: await cpuSecondsOfSiblings(backend) };
    await rig.read(floors);
    const { user, system } = process.cpuUsage(before.own);
    const database = (await cpuSecondsOfSiblings(backend)) - before.theirs;
    if (reading > 0) rates.push(rules / ((user + system) / 1e6 + database));
  }
  await rig.close();
  return median(rates);
}
