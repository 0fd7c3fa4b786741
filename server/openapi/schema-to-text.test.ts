/** Schemas as a reader of the documentation sees them. */
import { expect, it } from 'vitest';
import { schemaToText } from './schema-to-text.ts';

it.each<[string, unknown, string]>([
  ['a reference', { $ref: '#/components/schemas/Error' }, 'Error'],
  ['one value', { const: 'a' }, '"a"'],
  ['null alone', { const: null }, 'null'],
  ['some values', { enum: ['a', 1, null] }, '"a" | 1 | null'],
  ['one of several', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  ['the same twice', { oneOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
  ['all of several', { allOf: [{ $ref: 'a/B' }, { $ref: 'a/C' }] }, 'B & C'],
  ['a tuple', { prefixItems: [{ type: 'string' }, { type: 'boolean' }] }, '[string, boolean]'],
  ['several types', { type: ['integer', 'null'], minimum: 1 }, 'integer 1… | null'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
  ['a list of one of several', { type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [
    'a list of both',
    { type: 'array', items: { allOf: [{ $ref: 'A' }, { $ref: 'B' }] } },
    '(A & B)[]',
  ],
  ['a list of anything', { type: 'array' }, 'unknown[]'],
  ['a format', { type: 'string', format: 'date-time', pattern: 'x' }, 'date-time'],
  ['a pattern', { type: 'string', pattern: '^a$' }, 'string /^a$/'],
  ['an upper bound', { type: 'number', maximum: 10 }, 'number …10'],
  ['both bounds', { type: 'integer', minimum: 0, maximum: 10 }, 'integer 0…10'],
  [
    'JavaScript’s own bounds',
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    'integer',
  ],
  ['a truth value', { type: 'boolean' }, 'boolean'],
  ['nothing said', {}, 'unknown'],
  ['no schema', undefined, 'unknown'],
  ['an empty object', { type: 'object' }, '{}'],
])('%s', (_what, schema, text) => {
  expect(schemaToText(schema)).toBe(text);
});

it('an object: its fields, which may be left out, and those of any name, indented', () => {
  const schema = {
    properties: {
      id: { type: 'string' },
      inner: { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] },
    },
    required: ['id'],
    additionalProperties: { type: 'integer' },
  };
  expect(schemaToText(schema)).toBe(
    '{\n  id: string\n  inner?: {\n    a: boolean\n  }\n  [id]: integer\n}',
  );
  const closed = { type: 'object', properties: {}, additionalProperties: false };
  expect(schemaToText(closed)).toBe('{}');
});
