/** Two tabs change the settings: nothing either did is lost unless both spoke of the same thing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConfiguracionInput } from '#contract/users.ts';
import { mergeSettings } from './settings-merge.ts';
import type { UmbralInput } from './types.ts';

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

it('joins changes of different thresholds, matches and the frequency', () => {
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: line(), b: line() }, { partidos: ['m1', 'm2'] }),
    mine: settings({ a: line({ valor: 17_000 }) }, { partidos: ['m1', 'm3'] }),
    theirs: settings(
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

it('joins a pause here with another price there', () => {
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: line() }),
    mine: settings({ a: line({ pausa: 'usuario' }) }),
    theirs: settings({ a: line({ valor: 17_000 }) }),
  });
  expect(conflicts).toEqual([]);
  expect(merged.umbrales.a).toEqual(line({ pausa: 'usuario', valor: 17_000 }));
});

it.each([
  ['two prices', line({ valor: 16_000 }), line({ valor: 17_000 })],
  ['deleted here, moved there', null, line({ valor: 17_000 })],
  ['moved here, deleted there', line({ valor: 16_000 }), null],
])('names what both changed differently: %s', (_name, mine, theirs) => {
  const side = (umbral: UmbralInput | null) => settings(umbral === null ? {} : { a: umbral });
  const { conflicts } = mergeSettings({
    base: side(line()),
    mine: side(mine),
    theirs: side(theirs),
  });
  expect(conflicts).toEqual([{ of: 'umbral', id: 'a', mine, theirs }]);
});

it('takes an absent band, pause and silence for their defaults', () => {
  const { banda: _band, pausa: _pause, silenciadoHasta: _silence, ...bare } = line();
  const { merged, conflicts } = mergeSettings({
    base: settings({ a: bare }),
    mine: settings({ a: line() }),
    theirs: settings({ a: line({ valor: 17_000 }) }),
  });
  expect(conflicts).toEqual([]);
  expect(merged.umbrales.a?.valor).toBe(17_000);
});

it('knows two conflicting frequencies', () => {
  const at = (frecuencia: number) => settings({}, { frecuencia });
  expect(mergeSettings({ base: at(60), mine: at(900), theirs: at(300) }).conflicts).toEqual([
    { of: 'frecuencia' },
  ]);
});

it('keeps everything of a side when the other changed nothing, and never conflicts with itself', () => {
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
        { base, mine: other, theirs: base },
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: other },
      ]) {
        const { merged, conflicts } = mergeSettings(sides);
        expect(conflicts).toEqual([]);
        expect(inOrder(merged)).toEqual(inOrder(other));
      }
    }),
  );
});
