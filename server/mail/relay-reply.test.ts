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
  ['an IPv6 address', 'connect ECONNREFUSED 2001:db8::25:1', '2001'],
  ['a link', '554 see https://status.proveedor.example/x?id=77', 'http'],
  ['a token', '535 bad dXNlcjpjbDR2ZS9zZWNyZXRhLWRlLXZlcmRhZA==', 'dXNl'],
])('hides %s', (_, words, secret) => {
  expect(shown(words)).not.toContain(secret);
  expect(shown(words)).toContain('…');
});

it('takes twenty characters in one word for a token, and nineteen for a word', () => {
  expect(shown('535 Tm8gY29tbWVudHMhISEh')).toBe('535 …');
  expect(shown('Nichtauthentifiziert')).toBe('…');
  expect(shown('Authentifizierungen')).toBe('Authentifizierungen');
});

it('is one line of at most 160 characters', () => {
  const words = shown(`550 ${'no '.repeat(200)}\r\nInjected: line`);
  expect(words).not.toMatch(/[\r\n]/);
  expect(words).toHaveLength(160);
});

it.each([
  ['a name with a final letter', '554 a.b.c no', '554 a.b.c no'],
  ['a version', '220 2.10.1 ready', '220 2.10.1 ready'],
  ['a number with five parts', '550 1.2.3.4.5 x', '550 1.2.3.4.5 x'],
  ['a host in brackets', '554 (mx.example.com), no', '554 … no'],
  ['a host with a port', '554 mx.example.com:25: no', '554 … no'],
  ['a word that ends in a dot', '550 Denied. Sorry:', '550 Denied. Sorry:'],
  ['a code and a colon', 'Invalid login: 535', 'Invalid login: 535'],
  ['a word of 19 characters', `x ${'a'.repeat(19)}`, `x ${'a'.repeat(19)}`],
  ['a word of 20 characters', `x ${'a'.repeat(20)}`, 'x …'],
  ['three colons', 'x a:b:c:d', 'x …'],
  ['two colons', 'x a:b:c', 'x a:b:c'],
])('of %s: %s', (_what, words, expected) => {
  expect(shown(words)).toBe(expected);
});

it('keeps words that happen to have a credential of two letters', () => {
  expect(publicReply('535 ab denied', 'smtp://ab:cd@relay.example')).toBe('535 ab denied');
  expect(publicReply('535 abc denied', 'smtp://abc:cd@relay.example')).toBe('535 … denied');
});

it('shows a whole line of 160 characters, and of a longer one 159', () => {
  const line = (length: number) =>
    'ab '
      .repeat(60)
      .slice(0, length - 1)
      .concat('z');
  expect(shown(line(160))).toBe(line(160));
  expect(shown(line(161))).toBe(`${line(161).slice(0, 159)}…`);
});

it('hides a password that is no valid percent-encoding', () => {
  expect(publicReply('bad pa%ss', 'smtp://ana:pa%ss@relay.example')).toBe('bad …');
});

it('logs the codes of an error alone', () => {
  const error = Object.assign(new Error('secret'), { code: 'EAUTH', responseCode: 535 });
  expect(loggableCause(error)).toEqual({ code: 'EAUTH', responseCode: 535 });
  expect(loggableCause(new Error('secret'))).toEqual({});
  expect(loggableCause('secret')).toEqual({});
});
