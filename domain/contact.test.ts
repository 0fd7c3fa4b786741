/** What a message to support may be. */
import { expect, it } from 'vitest';
import { codePointLength, contactProblems, maxLength } from './contact.ts';

const fit = {
  name: 'Lucía',
  email: 'lucia@correo.example',
  subject: 'Un aviso',
  message: 'No llegó.',
};
const missing = { name: 'missing', email: 'missing', subject: 'missing', message: 'missing' };
const malformed = { email: 'malformed' };
// Ten thousand characters, emoji counted as one.
const longest = '🎫'.repeat(maxLength.message);

it.each([
  [{}, {}],
  [{ name: '', email: ' ', subject: '\t', message: '\n' }, missing],
  [{ email: 'lucia' }, malformed],
  [{ email: 'lucia@' }, malformed],
  [{ email: '@correo.example' }, malformed],
  [{ email: 'lucia@correo' }, malformed],
  [{ email: 'lu cia@correo.example' }, malformed],
  [{ message: ` ${longest}\n` }, {}],
  [{ message: `${longest}.` }, { message: 'too-long' }],
])('of a message with %j these are the problems: %j', (part, problems) => {
  expect(contactProblems({ ...fit, ...part })).toEqual(problems);
});

it('counts characters, not units', () => {
  expect(codePointLength(longest)).toBe(10_000);
});
