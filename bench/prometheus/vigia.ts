/** Vigía's side of the comparison with Prometheus: one reading of all prices is one evaluation of all rules. */
import { openBenchMarket } from '../bench-market.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { median } from '../median.ts';
import { createCpuClock } from '../scale/cpu.ts';

const rounds = 5;

export interface VigiaResult {
  /** Rules evaluated per CPU second: the whole worker, PostgreSQL included, appends, stores and notifies. */
  readonly rate: number;
  readonly bytesPerRule: number;
}

/** One rule on each price, ten per cent below its start; every price moves in every reading. */
export async function measureVigia(rules: number): Promise<VigiaResult> {
  const worker = await openBenchMarket(rules);
  await worker.claimShards();
  const empty = retainedBytes();
  await worker.pool.query(`
    insert into users (uid, email, username, email_confirmed_at) values ('u', 'u@example.test', 'user', now());
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      select 'u', 't' || substr(id, 2), 'collectible', id, match_id, 'below', 900, 'EUR', 300, now() from collectibles`);
  await worker.claimShards();
  const bytesPerRule = (retainedBytes() - empty) / rules;
  const clock = await createCpuClock(worker.pool);
  const rates: number[] = [];
  // One reading more than is counted: the first warms the compiler and the database.
  for (let reading = 0; reading <= rounds; reading += 1) {
    const cents = (index: number) => 950 + (((reading * rules + index) * 7_919) % 101);
    const floors = Array.from(
      { length: rules },
      (_, index) => [`c${index}`, cents(index)] as const,
    );
    const before = clock();
    await worker.applyReading(new Map(floors));
    if (reading > 0) rates.push((rules * 1_000) / (clock() - before));
  }
  await worker.close();
  return { rate: median(rates), bytesPerRule };
}

function retainedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
