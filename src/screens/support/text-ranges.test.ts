/** Accent-insensitive text search, and excerpts around a match. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround, textRangesOf } from './text-ranges.ts';

const foundIn = (text: string, words: string) =>
  textRangesOf(text, words).map(({ start, end }) => text.slice(start, end));

describe('finding words', () => {
  it.each([
    ['¿Cómo configuro una ALERTA?', 'alerta', ['ALERTA']],
    ['¿Cómo configuro una alerta?', 'COMO', ['Cómo']],
    ['suscripción y suscripcion', 'SUSCRIPCIÓN', ['suscripción', 'suscripcion']],
    ['con\u0303ac', 'coñ', ['con']],
    ['Elige tu plan', '  tu   plan ', ['tu plan']],
    ['Elige tu plan', 'correo', []],
    ['Elige tu plan', '   ', []],
    ['a.b', '.', ['.']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['🎫 İstanbul', 'istanbul', ['İstanbul']],
  ])('in “%s”, “%s”', (text, words, expected) => {
    expect(foundIn(text, words)).toEqual(expected);
  });

  it('finds every substring of a text in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, b % (text.length + 1)].sort((x, y) => x - y);
        const substring = text.slice(from, to).trim();
        fc.pre(substring !== '' && !/\s\s|[^\S ]/.test(substring));
        expect(textRangesOf(text, substring).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an excerpt', () => {
  const text =
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince';

  it('is cut at words, with an ellipsis where it was cut', () => {
    const [found] = textRangesOf(text, 'ocho');
    if (found === undefined) throw new Error('not found');
    expect(excerptAround(text, found, 10)).toBe('… siete ocho nueve …');
  });

  it('always contains the match', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(20), (any, a, b, reach) => {
        const [start = 0, end = 0] = [a % (any.length + 1), b % (any.length + 1)].sort(
          (x, y) => x - y,
        );
        expect(excerptAround(any, { start, end }, reach)).toContain(any.slice(start, end));
      }),
    );
  });
});
