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
async function put(sent: ConfiguracionInput): Promise<number> {
  statements.length = 0;
  await saveSettings(pool, { uid: 'u', ifVersion: null, sent });
  // Wake-ups come after the commit, on another connection.
  return statements.filter((text) => !/^(begin|commit)|pg_notify/.test(text)).length;
}
const commands = async () =>
  (
    await pool.query<{ commands: string }>(
      `select string_agg(action || ' ' || version, ', ' order by seq) as commands
         from threshold_commands where applied_at is null group by threshold_key`,
    )
  ).rows.map((row) => row.commands);

it('creates, pauses, resumes, snoozes, moves and deletes a hundred in ten statements each', async () => {
  await pool.query('select 1');
  expect(await put(settings(null))).toBeLessThanOrEqual(10);
  expect(new Set(await commands())).toEqual(new Set(['start 1']));
  expect(await put(settings('usuario'))).toBeLessThanOrEqual(10);
  expect(new Set(await commands())).toEqual(new Set(['stop 1']));
  expect(await put(settings(null))).toBeLessThanOrEqual(10);
  expect(new Set(await commands())).toEqual(new Set(['stop 1, start 2']));
  expect(
    await put(settings(null, { silenciadoHasta: '2999-01-01T00:00:00Z' })),
  ).toBeLessThanOrEqual(10);
  expect(new Set(await commands())).toEqual(new Set(['stop 1, stop 3, start 3']));
  // Each moves to the other match: the old match's worker is told to stop the old version.
  expect(await put(settings(null, { shift: 2 }))).toBeLessThanOrEqual(10);
  expect(new Set(await commands())).toEqual(new Set(['stop 1, stop 3, stop 3, start 4']));
  // Two kinds of change at once.
  expect(await put(settings(null, { from: count }))).toBeLessThanOrEqual(11);
  const { rows } = await pool.query(
    `select count(*)::integer as n, deleted_at is null as live, version from thresholds group by 2, 3`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { n: count, live: false, version: 4 },
      { n: count, live: true, version: 1 },
    ]),
  );
});

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
