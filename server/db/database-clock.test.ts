/** One clock for all processes: the database's, whatever this machine's says. */
import { Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { DatabaseClock, databaseNow, followDatabaseClock } from './database-clock.ts';

const { pool } = await openTestDatabase();
afterEach(() => void vi.useRealTimers());
/** Of this process; the database's own does not move. */
const setClockAhead = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

it.each([
  ['ten minutes ahead', 600_000, true],
  ['thirty days ahead', 30 * 86_400_000, true],
  ['two minutes behind', -120_000, true],
  ['half a second ahead', 500, false],
])(
  'a process whose clock is %s tells the database’s time, and says so only when it is far',
  async (_, aheadMs, isOff) => {
    setClockAhead(aheadMs);
    const clock = new DatabaseClock();
    const registry = new Registry();
    const warnings: object[] = [];
    const following = await followDatabaseClock({
      ...{ pool, clock, registry },
      log: { warn: (details) => warnings.push(details) },
    });
    try {
      const databaseMs = (await databaseNow(pool)).getTime();
      expect(Math.abs(clock.nowMs() - databaseMs)).toBeLessThan(400);
      expect(clock.isOff).toBe(isOff);
      expect(warnings.length).toBe(isOff ? 1 : 0);
      const offset = await registry.getSingleMetric('vigia_clock_offset_seconds')?.get();
      expect(offset?.values[0]?.value).toBeCloseTo(aheadMs / 1_000, -1);
    } finally {
      await following.close();
    }
  },
);

it('a step of this machine’s clock does not move it', async () => {
  const clock = new DatabaseClock();
  await clock.measure(pool);
  const beforeMs = clock.nowMs();
  setClockAhead(-3_600_000);
  expect(clock.nowMs() - beforeMs).toBeGreaterThanOrEqual(0);
  expect(clock.nowMs() - beforeMs).toBeLessThan(60_000);
});
