/** What the threshold form proposes, what it takes for valid, and what it makes of a stored threshold. */
import { expect, it, vi } from 'vitest';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import {
  defaultValueFor,
  draftToUmbral,
  formatPrice,
  newDraft,
  type ThresholdDraft,
  umbralToDraft,
} from './threshold-draft.ts';

const scope = { matchId: 'm1', currency: 'EUR' };
const draft = (part: Partial<ThresholdDraft> = {}): ThresholdDraft => ({
  ...newDraft(collectibleSample()),
  text: '180',
  ...part,
});
const converted = (part: Partial<ThresholdDraft>) => draftToUmbral(draft(part), scope);

it('proposes five per cent below the price, as nobody has typed anything', () => {
  expect(newDraft(collectibleSample())).toEqual({
    target: 'collectible:c1',
    condition: 'below',
    text: '190',
    isTyped: false,
    bandText: '3',
    channels: null,
    note: '',
    expiresAt: null,
    isExpiryChosen: false,
  });
});

it.each([
  ['above the price now', 20_000, 20_001, 'above', '200,01'],
  ['of now', 20_000, 20_000, 'below', '200'],
  ['below it', 20_000, 15_050, 'below', '150,50'],
  ['of something that is not on sale', null, 15_000, 'below', '150'],
])('takes a price %s that was pressed on a chart', (_which, floorCents, cents, condition, text) => {
  expect(newDraft(collectibleSample({ floorCents }), cents)).toEqual({
    ...newDraft(collectibleSample()),
    condition,
    text,
    isTyped: true,
  });
});

it('keeps on another match what had been written, though a price was pressed before', () => {
  const written = draft({
    target: 'collectible:other',
    condition: 'above',
    text: '250',
    isTyped: true,
    bandText: '7',
    channels: ['correo'],
    note: 'Para Lucía',
    expiresAt: '2099-12-03T22:59:59.999Z',
    isExpiryChosen: true,
  });
  const expected = { ...written, target: 'collectible:c1' };
  expect(newDraft(collectibleSample(), 15_000, written)).toEqual(expected);
  const proposed = newDraft(collectibleSample(), undefined, { ...written, isTyped: false });
  expect(proposed).toEqual({ ...expected, isTyped: false, text: '210' });
});

it.each([
  ['below', 20_000, '190'],
  ['above', 20_000, '210'],
  ['below', 40, '1'],
  ['below', 10_170, '97'],
  ['above', null, ''],
  ['change', null, '5'],
  ['low', null, '7'],
] as const)('proposes for “%s” at a price of %j cents “%s”', (condition, floorCents, text) => {
  expect(defaultValueFor(condition, floorCents)).toBe(text);
});

it.each([
  [
    { condicion: 'por_debajo', valor: 9_000 },
    { condition: 'below', text: '90' },
  ],
  [
    { condicion: 'por_encima', valor: 9_050 },
    { condition: 'above', text: '90,50' },
  ],
  [
    { condicion: 'variacion', valor: 550 },
    { condition: 'change', text: '5,5' },
  ],
  [
    { condicion: 'minimo', valor: 30 },
    { condition: 'low', text: '30' },
  ],
  [
    { condicion: 'minimo', valor: 100 },
    { condition: 'low', text: '100' },
  ],
] as const)('writes the stored rule %j as it would be typed', (stored, written) => {
  expect(umbralToDraft(umbralSample(stored))).toMatchObject({ ...written, isTyped: true });
});

it('writes the rest of a stored threshold, and the usual where it says nothing', () => {
  const { banda: _banda, ...plain } = umbralSample();
  expect(umbralToDraft(plain)).toMatchObject({
    target: 'collectible:c1',
    bandText: '3',
    channels: null,
    note: '',
    expiresAt: null,
    isExpiryChosen: false,
  });
  const caducaEn = '2020-05-05T10:00:00.000Z';
  const all = umbralSample({ banda: 250, canales: ['casa'], nota: 'Para Lucía', caducaEn });
  expect(umbralToDraft(all)).toMatchObject({
    bandText: '2,5',
    channels: ['casa'],
    note: 'Para Lucía',
    expiresAt: caducaEn,
    isExpiryChosen: false,
  });
});

it.each([
  ['collectible:c1', { tipo: 'coleccionable', id: 'c1' }],
  ['collectible:block:7', { tipo: 'coleccionable', id: 'block:7' }],
  ['category:Palco: norte', { tipo: 'partido', id: 'm1', categoria: 'Palco: norte' }],
  ['match', { tipo: 'partido', id: 'm1' }],
] as const)('watches the target %s, and finds it again', (target, objetivo) => {
  expect(converted({ target })).toMatchObject({ objetivo });
  expect((converted({ target }) as { objetivo: object }).objetivo).toEqual(objetivo);
  expect(umbralToDraft(umbralSample({ objetivo })).target).toBe(target);
});

it('saves no channels, note or expiry where none was chosen', () => {
  expect(converted({ note: '  ' })).toEqual({
    objetivo: { tipo: 'coleccionable', id: 'c1' },
    condicion: 'por_debajo',
    valor: 18_000,
    moneda: 'EUR',
    banda: 300,
    pausa: null,
    silenciadoHasta: null,
  });
  const expiresAt = '2020-05-05T10:00:00.000Z';
  expect(converted({ note: ' Para Lucía ', channels: ['casa'], expiresAt })).toMatchObject({
    nota: 'Para Lucía',
    canales: ['casa'],
    caducaEn: expiresAt,
  });
});

it.each([
  ['below', '0,01', 1],
  ['above', '10000000', 1_000_000_000],
  ['below', ' 180.5 ', 18_050],
  ['change', '0,01', 1],
  ['change', '1000', 100_000],
  ['low', '1', 1],
  ['low', ' 365 ', 365],
] as const)('“%s” may be %s', (condition, text, valor) => {
  expect(converted({ condition, text })).toMatchObject({ valor });
});

it.each([
  ['below', '0', 'price'],
  ['above', '10000000,01', 'price'],
  ['below', 'mucho', 'price'],
  ['below', '', 'price'],
  ['change', '0', 'percent'],
  ['change', '1000,01', 'percent'],
  ['change', '', 'percent'],
  ['low', '0', 'days'],
  ['low', '366', 'days'],
  ['low', '1,5', 'days'],
  ['low', '', 'days'],
] as const)('“%s” may not be “%s”', (condition, text, error) => {
  expect(converted({ condition, text })).toBe(error);
});

it.each([
  ['0', 0],
  ['50', 5_000],
  ['2,5', 250],
])('the band may be %s', (bandText, banda) => {
  expect(converted({ bandText })).toMatchObject({ banda });
});

it.each(['50,01', '', 'x'])('the band may not be “%s”', (bandText) => {
  expect(converted({ bandText })).toBe('band');
});

it('an expiry chosen here is to come, before the next century', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const choose = (atMs: number, isExpiryChosen = true) =>
    converted({ expiresAt: new Date(atMs).toISOString(), isExpiryChosen });
  const century = Date.UTC(2100, 0, 1);
  for (const atMs of [now - 1, now, century, century + 1]) {
    expect(choose(atMs)).toBe('expiry');
    expect(choose(atMs, false)).toMatchObject({ caducaEn: new Date(atMs).toISOString() });
  }
  for (const atMs of [now + 1, century - 1])
    expect(choose(atMs)).toMatchObject({ caducaEn: new Date(atMs).toISOString() });
  expect(converted({ expiresAt: null, isExpiryChosen: true })).not.toHaveProperty('caducaEn');
});

it('writes a price without cents it does not have', () => {
  expect([18_000, 18_050, 18_005, 5].map(formatPrice)).toEqual(['180', '180,50', '180,05', '0,05']);
});
