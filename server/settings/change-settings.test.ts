/** Saving settings: how many rows an account may leave behind, and by which clock an expiry is past. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ConfiguracionInput } from '#contract/users.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { replaceSettings } from './replace-settings.ts';

const { pool } = await openTestDatabase();

afterEach(() => {
  vi.useRealTimers();
});

beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{}],
    collectibles: [{}],
    users: [{ uid: 'b' }, { uid: 'c' }],
  });
});

function settings(from = 0, count = 1) {
  const umbrales = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `t${from + index}`,
      {
        target: { kind: 'collectible', id: 'c1' },
        condition: 'below',
        value: 500,
        currency: 'EUR',
        bandBp: 300,
        pause: null,
        snoozedUntil: null,
        channels: null,
        note: null,
        expiresAt: null,
      },
    ]),
  );
  return { partidos: [], frecuencia: 60, umbrales } as unknown as ConfiguracionInput;
}

const now = new Date();

it('does not let one account create rows without end', async () => {
  const save = (from: number) =>
    replaceSettings(pool, 'b', { ifVersion: null, sent: settings(from, 5) });
  await insertSamples(pool, {
    thresholds: Array.from({ length: 245 }, (_, n) => ({ uid: 'b', id: `d${n}`, deleted_at: now })),
  });
  await save(0);
  await expect(save(1_000)).rejects.toMatchObject({ code: 'too_many_requests' });
  const { rows } = await pool.query(
    `select count(*)::integer as all, count(*) filter (where deleted_at is null)::integer as live
       from thresholds where uid = 'b'`,
  );
  // What was saved before is untouched, and can still be changed.
  expect(rows).toEqual([{ all: 250, live: 5 }]);
  await save(0);
});

it.each([
  ['ahead of', 3_600_000],
  ['behind', -3_600_000],
])(
  'judges an expiry by the database’s clock, where this process’s is %s it',
  async (_, aheadMs) => {
    const realNowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: realNowMs + aheadMs });
    const save = (minutes: number) => {
      const { umbrales } = settings(1);
      const expiresAt = new Date(realNowMs + minutes * 60_000).toISOString();
      const sent = { ...settings(), umbrales: { t1: { ...umbrales.t1, expiresAt } } };
      return replaceSettings(pool, 'c', { ifVersion: null, sent: sent as ConfiguracionInput });
    };
    await expect(save(-30)).rejects.toMatchObject({ code: 'validation_failed' });
    const { configuracion } = await save(30);
    expect(configuracion.umbrales).toMatchObject({ t1: { pause: null } });
  },
);
