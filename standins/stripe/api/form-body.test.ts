/** Tests of the form parser: nesting, rejected names, and a property test on arbitrary text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseForm } from './form-body.ts';
import { StripeError } from './stripe-error.ts';

describe('a form body', () => {
  it('reads lists and objects within each other', () => {
    const text =
      'mode=setup&line_items[0][price]=p&line_items[0][quantity]=1&line_items[1][price]=q' +
      '&expand[]=a.b&expand[]=c&metadata[clave larga]=uno%20%26%20dos&vacio=';
    expect(parseForm(text)).toEqual({
      mode: 'setup',
      line_items: [{ price: 'p', quantity: '1' }, { price: 'q' }],
      expand: ['a.b', 'c'],
      metadata: { 'clave larga': 'uno & dos' },
      vacio: '',
    });
  });

  it.each(['__proto__[a]=1', 'a[constructor]=1', '[a]=1', `a${'[b]'.repeat(9)}=1`, 'a[b=1'])(
    'rejects %s',
    (text) => {
      expect(() => parseForm(text)).toThrow(StripeError);
      expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
    },
  );

  it('parses any text or throws a StripeError', () => {
    const names = fc.stringMatching(/^[a-z[\]0-9_%=&]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), names), (text) => {
        try {
          expect(parseForm(text)).toBeTypeOf('object');
        } catch (error) {
          expect(error).toBeInstanceOf(StripeError);
        }
      }),
    );
  });
});
