/**
 * The database's clock, for every instant that processes compare: arrivals, due times, expiries. A process keeps its distance
 * from its own monotonic clock, so that a wrong or stepping wall clock changes nothing.
 */
import { Gauge, type Registry } from 'prom-client';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import type { Database } from './pool.ts';

/** A process whose own wall clock differs by more says so. */
export const clockToleranceMs = 2_000;
const measureEveryMs = 5_000;
const samples = 3;
const stopTimeoutMs = 1_000;

/** The instant of this transaction or statement, by the database's clock. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return rows[0]?.now ?? new Date(0);
}

/** Before the first measurement it is this process's wall clock. */
export class DatabaseClock {
  /** Database time minus monotonic time. */
  #distanceMs: number | null = null;

  nowMs = (): number =>
    this.#distanceMs === null ? Date.now() : performance.now() + this.#distanceMs;

  now = (): Date => new Date(this.nowMs());

  /** How far this process's wall clock is ahead; negative = behind. */
  get offsetMs(): number {
    return Date.now() - this.nowMs();
  }

  get isOff(): boolean {
    return Math.abs(this.offsetMs) > clockToleranceMs;
  }

  /** The quickest of a few answers tells best. @throws the database's error */
  async measure(db: Database): Promise<void> {
    let quickestMs = Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < samples; sample += 1) {
      const askedMs = performance.now();
      const databaseMs = (await databaseNow(db)).getTime();
      const tookMs = performance.now() - askedMs;
      if (tookMs >= quickestMs) continue;
      quickestMs = tookMs;
      this.#distanceMs = databaseMs - (askedMs + tookMs / 2);
    }
  }
}

/** Measures now and every few seconds; says when this process's wall clock is off, and when it is right again. */
export async function followDatabaseClock(options: {
  readonly pool: Database;
  readonly clock: DatabaseClock;
  readonly registry: Registry;
  readonly log: { warn(details: object, message: string): void };
}): Promise<Loop> {
  const { pool, clock, registry, log } = options;
  new Gauge({
    name: 'vigia_clock_offset_seconds',
    help: "How far this process's clock is ahead of the database's.",
    registers: [registry],
    collect() {
      this.set(clock.offsetMs / 1_000);
    },
  });
  let wasOff = false;
  const measure = async () => {
    await clock.measure(pool);
    if (clock.isOff === wasOff) return;
    wasOff = clock.isOff;
    const offsetSeconds = clock.offsetMs / 1_000;
    log.warn(
      { offsetSeconds },
      wasOff
        ? "this machine's clock differs from the database's, which counts: synchronise it"
        : "this machine's clock agrees with the database's again",
    );
  };
  // Without a database nothing else works either; the last distance holds meanwhile.
  await measure().catch(() => {});
  const step = () => measure().then(() => measureEveryMs);
  const loop = startLoop(step, { retryMs: measureEveryMs, onFailure() {} });
  return { close: () => settleWithin(loop.close(), stopTimeoutMs) };
}
