/** What the preview says of a rule: how often it would have fired, and how far the price is from it now. */

import { expect, it } from 'vitest';
import { previewCopy } from '#src/copy/threshold-form-texts.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { currentPriceSentence, firingsSentence } from './preview-sentences.ts';
import { roundPrice } from './round-price.ts';

const preview = {
  firings: 2,
  days: 30,
  mails: 2,
  last: [{ observedAt: new Date(2026, 10, 20, 12).toISOString(), valueCents: 9_000 }],
  currentCents: 10_000,
  alreadyTrue: false,
};
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

it('says how often it would have fired, and when last', () => {
  expect(plain(firingsSentence(preview))).toBe('Habría saltado 2 veces en 30 días; última: 20 nov');
  expect(plain(firingsSentence({ ...preview, firings: 1, last: [] }))).toBe(
    'Habría saltado 1 vez en 30 días',
  );
  expect(plain(firingsSentence({ ...preview, firings: 0 }))).toBe('No habría saltado en 30 días');
});

it.each([
  ['por_debajo', 9_000, 'Ahora está a 100,00 €: falta un 10,0 %.'],
  [
    'por_debajo',
    10_000,
    'Ahora está a 100,00 €: ya se cumple. Te avisaremos una vez al guardarlo.',
  ],
  [
    'por_debajo',
    12_000,
    'Ahora está a 100,00 €: ya se cumple. Te avisaremos una vez al guardarlo.',
  ],
  [
    'por_debajo',
    12_100,
    '121 € está muy por encima del precio actual (100,00 €): ya se cumple. Te avisaremos una vez al guardarlo.',
  ],
  ['por_debajo', 5_000, 'Ahora está a 100,00 €: falta un 50,0 %.'],
  ['por_encima', 11_000, 'Ahora está a 100,00 €: falta un 10,0 %.'],
  [
    'por_encima',
    10_000,
    'Ahora está a 100,00 €: ya se cumple. Te avisaremos una vez al guardarlo.',
  ],
  ['por_encima', 8_000, 'Ahora está a 100,00 €: ya se cumple. Te avisaremos una vez al guardarlo.'],
  [
    'por_encima',
    7_900,
    '79 € está muy por debajo del precio actual (100,00 €): ya se cumple. Te avisaremos una vez al guardarlo.',
  ],
  ['por_encima', 15_000, 'Ahora está a 100,00 €: falta un 50,0 %.'],
] as const)('of a price of 100 €, “%s” %i cents says: %s', (condicion, valor, words) => {
  const umbral = umbralSample({ condicion, valor });
  // Of a price alone it knows by itself.
  for (const alreadyTrue of [false, true])
    expect(plain(currentPriceSentence(umbral, { ...preview, alreadyTrue }))).toBe(words);
});

it.each(['variacion', 'minimo'] as const)('of “%s” it says what the backtest says', (condicion) => {
  const umbral = umbralSample({ condicion, valor: 7 });
  const sentence = (alreadyTrue: boolean) =>
    plain(currentPriceSentence(umbral, { ...preview, alreadyTrue }));
  expect(sentence(false)).toBe('Ahora está a 100,00 €.');
  expect(sentence(true)).toBe(
    'Ahora está a 100,00 €: ya se cumple. Te avisaremos una vez al guardarlo.',
  );
});

it('says that nothing is on sale', () => {
  expect(currentPriceSentence(umbralSample(), { currentCents: null, alreadyTrue: false })).toBe(
    previewCopy.nothingListed,
  );
});

it.each([
  [0.2, 1],
  [1_999.4, 1_999],
  [2_000, 2_000],
  [2_049, 2_000],
  [19_051, 19_100],
])('rounds a suggested price of %f cents to %i', (cents, rounded) => {
  expect(roundPrice(cents)).toBe(rounded);
});
