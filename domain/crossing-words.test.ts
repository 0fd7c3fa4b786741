/** What an alert says happened. */
import { expect, it } from 'vitest';
import { type CrossingToSay, crossingWords, nowWords } from './crossing-words.ts';

it.each<[Partial<CrossingToSay>, string]>([
  [{}, 'ha quedado por debajo de 180 EUR'],
  [{ valueCents: 18_000 }, 'ha llegado a 180 EUR'],
  [{ already: true }, 'ya estaba por debajo de 180 EUR'],
  [{ already: true, valueCents: 18_000 }, 'ya estaba en 180 EUR'],
  [{ condition: 'above', valueCents: 18_100 }, 'ha superado los 180 EUR'],
  [{ condition: 'above', valueCents: 18_000 }, 'ha llegado a 180 EUR'],
  [{ condition: 'above', valueCents: 18_100, already: true }, 'ya estaba por encima de 180 EUR'],
  [{ condition: 'change', ruleValue: 1_250 }, 'ha cambiado un 12.5 % o más'],
  [{ condition: 'low', ruleValue: 7 }, 'ha marcado su precio más bajo en 7 días'],
  [{ condition: 'low', ruleValue: 1 }, 'ha marcado su precio más bajo en un día'],
  [{ condition: 'low', ruleValue: 7, already: true }, 'ya estaba en su precio más bajo en 7 días'],
])('%j: %s', (part, words) => {
  const crossing: CrossingToSay = {
    condition: 'below',
    ruleValue: 18_000,
    valueCents: 17_200,
    currency: 'EUR',
    already: false,
    ...part,
  };
  const said = crossingWords(crossing, {
    price: (cents, currency) => `${cents / 100} ${currency}`,
    percent: (basisPoints) => `${basisPoints / 100} %`,
  });
  expect(said.replaceAll('\u00a0', ' ')).toBe(words);
});

it.each<[CrossingToSay['condition'], number | null, string]>([
  ['below', 18_001, 'ahora 180.01 EUR: ha vuelto'],
  ['below', 18_000, 'ahora 180 EUR'],
  ['above', 17_999, 'ahora 179.99 EUR: ha vuelto'],
  ['above', 18_000, 'ahora 180 EUR'],
  ['low', 18_001, 'ahora 180.01 EUR'],
  ['below', null, 'ahora no hay nada en venta'],
])('later, after %s of 180, at %j: %s', (condition, nowCents, words) => {
  const price = (cents: number, currency: string) => `${cents / 100} ${currency}`;
  expect(nowWords({ condition, ruleValue: 18_000, currency: 'EUR' }, nowCents, { price })).toBe(
    words,
  );
});
