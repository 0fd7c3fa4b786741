/** Three-way merge of settings: nothing is lost unless both tabs changed the same field. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConfiguracionInput } from '#contract/users.ts';
import type { UmbralInput } from './api-types.ts';
import { mergeSettings } from './settings-merge.ts';

const line = (part: Partial<UmbralInput> = {}): UmbralInput => ({
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 18_000,
  moneda: 'EUR',
  banda: 300,
  pausa: null,
  silenciadoHasta: null,
  ...part,
});
const settings = (
  umbrales: Record<string, UmbralInput>,
  part: Partial<ConfiguracionInput> = {},
): ConfiguracionInput => ({ partidos: [], frecuencia: 60, umbrales, ...part });

it('merges changes of different thresholds, matches and the frequency', () => {
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: line(), b: line() }, { partidos: ['m1', 'm2'] }),
    local: settings({ a: line({ valor: 17_000 }) }, { partidos: ['m1', 'm3'] }),
    remote: settings(
      { a: line(), b: line(), c: line() },
      { partidos: ['m1', 'm2', 'm4'], frecuencia: 300 },
    ),
  });
  expect(conflicts).toEqual([]);
  expect(merged).toEqual(
    settings(
      { a: line({ valor: 17_000 }), c: line() },
      {
        partidos: ['m1', 'm4', 'm3'],
        frecuencia: 300,
      },
    ),
  );
});

it('merges a local pause with a remote price', () => {
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: line() }),
    local: settings({ a: line({ pausa: 'usuario' }) }),
    remote: settings({ a: line({ valor: 17_000 }) }),
  });
  expect(conflicts).toEqual([]);
  expect(merged.umbrales.a).toEqual(line({ pausa: 'usuario', valor: 17_000 }));
});

it.each([
  ['two prices', line({ valor: 16_000 }), line({ valor: 17_000 })],
  ['deleted locally, changed remotely', null, line({ valor: 17_000 })],
  ['changed locally, deleted remotely', line({ valor: 16_000 }), null],
])('reports a conflict for what both changed differently: %s', (_name, local, remote) => {
  const side = (umbral: UmbralInput | null) => settings(umbral === null ? {} : { a: umbral });
  const { conflicts } = mergeSettings({
    base: side(line()),
    local: side(local),
    remote: side(remote),
  });
  expect(conflicts).toEqual([{ of: 'umbral', id: 'a', local, remote }]);
});

it('treats an absent band, pause and snooze as their defaults', () => {
  const { banda: _band, pausa: _pause, silenciadoHasta: _silence, ...bare } = line();
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: bare }),
    local: settings({ a: line() }),
    remote: settings({ a: line({ valor: 17_000 }) }),
  });
  expect(conflicts).toEqual([]);
  expect(merged.umbrales.a?.valor).toBe(17_000);
});

it('reports conflicting frequencies', () => {
  const at = (frecuencia: number) => settings({}, { frecuencia });
  expect(mergeSettings({ base: at(60), local: at(900), remote: at(300) }).conflicts).toEqual([
    { of: 'frecuencia' },
  ]);
});

it('takes the changed side when the other changed nothing, and never conflicts with itself', () => {
  const umbral = fc
    .record({
      valor: fc.integer({ min: 1, max: 3 }),
      pausa: fc.constantFrom(null, 'usuario' as const),
    })
    .map(line);
  const side = fc.record({
    partidos: fc.uniqueArray(fc.constantFrom('m1', 'm2', 'm3')),
    umbrales: fc.dictionary(fc.constantFrom('a', 'b', 'c'), umbral),
    frecuencia: fc.constantFrom(60, 300),
  });
  fc.assert(
    fc.property(side, side, (base, other) => {
      const inOrder = ({ partidos, ...rest }: ConfiguracionInput) => ({
        ...rest,
        partidos: partidos.toSorted(),
      });
      for (const sides of [
        { base, local: other, remote: base },
        { base, local: base, remote: other },
        { base, local: other, remote: other },
      ]) {
        const { merged, conflicts } = mergeSettings(sides);
        expect(conflicts).toEqual([]);
        expect(inOrder(merged)).toEqual(inOrder(other));
      }
    }),
  );
});
