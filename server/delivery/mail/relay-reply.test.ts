/** What the public /health and the log show of a relay's reply. */
import { expect, it } from 'vitest';
import { loggableCause, publicReply } from './relay-reply.ts';

const smtpUrl = 'smtps://buz%C3%B3n-7:cl4ve%2Fsecreta@relay.proveedor.example:465';
const shown = (words: string) => publicReply(new Error(words), smtpUrl);

it('shows the relay’s own words', () => {
  expect(shown('Invalid login: 535 5.7.8 Error: authentication failed')).toBe(
    'Invalid login: 535 5.7.8 Error: authentication failed',
  );
  expect(shown('self-signed certificate')).toBe('self-signed certificate');
});

it.each([
  ['an address', '550 <ana@correo.example>: Sender rejected', 'ana'],
  ['the user', '535 buzón-7 is locked', 'buzón'],
  ['the password', '535 wrong: cl4ve/secreta', 'secreta'],
  ['the relay’s name', 'getaddrinfo ENOTFOUND relay.proveedor.example', 'proveedor'],
  ['an IPv4 address', '554 client host [203.0.113.7]:2525 blocked', '203'],
  ['a token', '535 bad dXNlcjpjbDR2ZS9zZWNyZXRhLWRlLXZlcmRhZA==', 'dXNl'],
])('hides %s', (_, words, secret) => {
  expect(shown(words)).not.toContain(secret);
  expect(shown(words)).toContain('…');
});

it('is one line of at most 160 characters', () => {
  const words = shown(`550 ${'no '.repeat(200)}\r\nInjected: line`);
  expect(words).not.toMatch(/[\r\n]/);
  expect(words).toHaveLength(160);
});

it('logs the codes of an error alone', () => {
  const error = Object.assign(new Error('secret'), { code: 'EAUTH', responseCode: 535 });
  expect(loggableCause(error)).toEqual({ code: 'EAUTH', responseCode: 535 });
  expect(loggableCause(new Error('secret'))).toEqual({});
  expect(loggableCause('secret')).toEqual({});
});
