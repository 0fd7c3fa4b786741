/** Saving settings: as many statements for a hundred thresholds as for one, and the commands in their order. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ConfiguracionInput } from '#contract/users.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { saveSettings } from './save-settings.ts';

const count = 100;
const { pool } = await openTestDatabase();
const statements: string[] = [];

afterEach(() => {
  vi.useRealTimers();
});

beforeAll(async () => {
  // Before the first connection.
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        statements.push(
          typeof args[0] === 'string' ? args[0] : String((args[0] as { text: string }).text),
        );
        return query(...args);
      },
    });
  });
  await insertSamples(pool, {
    matches: [{}, {}],
    collectibles: Array.from({ length: count }, (_, i) => ({ match_id: `m${1 + (i % 2)}` })),
    users: [{ uid: 'u' }, { uid: 'c' }],
    plan_grants: [{ uid: 'u' }],
  });
});

/** @param shift which collectible each threshold is on */
function settings(
  pausa: 'usuario' | null,
  { from = 0, shift = 1, silenciadoHasta = null as string | null } = {},
) {
  const umbrales = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `t${from + index}`,
      {
        objetivo: { tipo: 'coleccionable' as const, id: `c${1 + ((index + shift) % count)}` },
        condicion: 'por_debajo' as const,
        valor: 500,
        moneda: 'EUR',
        pausa,
        silenciadoHasta,
      },
    ]),
  );
  return { partidos: [], frecuencia: 60, umbrales } as ConfiguracionInput;
}

it('does not let one account create rows without end', async () => {
  await insertSamples(pool, { users: [{ uid: 'b' }] });
  const five = (from: number) => ({
    ...settings(null),
    umbrales: Object.fromEntries(Object.entries(settings(null, { from }).umbrales).slice(0, 5)),
  });
  const save = (from: number) =>
    saveSettings(pool, { uid: 'b', ifVersion: null, sent: five(from) });
  for (let round = 0; round < 50; round += 1) await save(round * 10);
  await expect(save(1_000)).rejects.toMatchObject({ code: 'too_many_requests' });
  const { rows } = await pool.query(
    `select count(*)::integer as all, count(*) filter (where deleted_at is null)::integer as live
       from thresholds where uid = 'b'`,
  );
  // What was saved before is untouched, and can still be changed.
  expect(rows).toEqual([{ all: 250, live: 5 }]);
  await save(490);
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
      const { umbrales } = settings(null);
      const caducaEn = new Date(realNowMs + minutes * 60_000).toISOString();
      const sent = { ...settings(null), umbrales: { t1: { ...umbrales.t1, caducaEn } } };
      return saveSettings(pool, { uid: 'c', ifVersion: null, sent: sent as ConfiguracionInput });
    };
    await expect(save(-30)).rejects.toMatchObject({ code: 'validation_failed' });
    const { configuracion } = await save(30);
    expect(configuracion.umbrales).toMatchObject({ t1: { pausa: null } });
  },
);
