import { describe, expect, it } from 'vitest';
import { codePointLength, contactProblems, maxLength } from './contact.ts';

const fit = {
  name: 'Lucía',
  email: 'lucia@correo.example',
  subject: 'Un aviso',
  message: 'No llegó.',
};

describe('a message to support', () => {
  it('is fit when its four texts are there', () => {
    expect(contactProblems(fit)).toEqual({});
  });

  it('misses what is empty or blank', () => {
    expect(contactProblems({ name: '', email: ' ', subject: '\t', message: '\n' })).toEqual({
      name: 'missing',
      email: 'missing',
      subject: 'missing',
      message: 'missing',
    });
  });

  it.each(['lucia', 'lucia@', '@correo.example', 'lucia@correo', 'lu cia@correo.example'])(
    'takes “%s” for no address',
    (email) => {
      expect(contactProblems({ ...fit, email })).toEqual({ email: 'malformed' });
    },
  );

  it('may have ten thousand characters, emoji counted as one, and no more', () => {
    const message = '🎫'.repeat(maxLength.message);
    expect(codePointLength(message)).toBe(10_000);
    expect(contactProblems({ ...fit, message: ` ${message}\n` })).toEqual({});
    expect(contactProblems({ ...fit, message: `${message}.` })).toEqual({ message: 'too-long' });
  });
});
