/** fast-check arbitraries from a JSON Schema: valid values, and values invalid in one place. */
import fc from 'fast-check';

/** The part of JSON Schema our OpenAPI document uses. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Ids that exist, so that some requests get past validation. */
const knownIds = fc.constantFrom('m1', 'm2', 'm3', 'c1', 'c2', 'cat-1', 't1', '1');
const maxTextLength = 40;

/** Wrong types, extreme numbers, and text that attacks parsers, shells, SQL, HTML and prototypes. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    "'; drop table users; --",
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("https://evil.example")',
    'a\r\nBcc: evil@example.test',
    '../../etc/passwd',
    '%00%ff',
    '٣',
    'x'.repeat(5_000),
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[[[]]]],
    JSON.parse('{"__proto__":{"admin":true}}'),
  ),
  fc.string({ unit: 'binary', maxLength: maxTextLength }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values the schema allows. */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(validValue));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(range(schema));
    case 'number':
      return fc.double({ ...range(schema), noNaN: true });
    case 'array':
      return fc.array(validValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      });
    case 'object':
      return objectOf(schema);
    case 'string':
      return textOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Values that break the schema in one place, at any depth. */
export function invalidValue(schema: Schema): fc.Arbitrary<unknown> {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(hostileValue, ...either.map(invalidValue));
  const { properties, items } = schema;
  if (schema.type === 'array' && items)
    return fc.oneof(
      hostileValue,
      fc.array(fc.oneof(validValue(items), invalidValue(items)), { maxLength: 4 }),
    );
  if (schema.type !== 'object') return hostileValue;
  const names = Object.entries(properties ?? {});
  const changed = names.map(([name, inner]) =>
    fc
      .tuple(objectOf(schema), invalidValue(inner))
      .map(([valid, bad]) => ({ ...valid, [name]: bad })),
  );
  const missing = (schema.required ?? []).map((name) =>
    objectOf(schema).map(({ [name]: _, ...rest }) => rest),
  );
  const extra = fc
    .tuple(objectOf(schema), fc.constantFrom('plan', 'uid', 'admin', 'constructor'), hostileValue)
    .map(([valid, name, bad]) => ({ ...valid, [name]: bad }));
  return fc.oneof(hostileValue, extra, ...changed, ...missing);
}

function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const named = fc.record(
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, validValue(inner)]),
    ),
    { requiredKeys: [...(schema.required ?? [])] },
  );
  const { additionalProperties: more, propertyNames } = schema;
  if (typeof more !== 'object') return named;
  const others = fc.dictionary(textOf(propertyNames ?? {}), validValue(more), { maxKeys: 3 });
  return fc.tuple(named, others).map(([own, rest]) => ({ ...rest, ...own }));
}

/** fast-check makes none: what they demand is filtered. */
const lookahead = /\(\?[=!][^)]*\)/g;

function textOf({ pattern, format, minLength = 0, maxLength = maxTextLength }: Schema) {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const whole = new RegExp(pattern ?? '', 'u');
  const text = pattern
    ? fc
        .stringMatching(new RegExp(pattern.replaceAll(lookahead, ''), 'u'), {
          maxLength: Math.min(maxLength, maxTextLength),
        })
        .filter((one) => whole.test(one))
    : fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(maxTextLength, minLength)) });
  return pattern && !whole.test('m1') ? text : fc.oneof(knownIds, text);
}

const range = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema) => ({
  min: Math.max(minimum, -(2 ** 31)),
  max: Math.min(maximum, 2 ** 31 - 1),
});
