/** Formats a JSON schema in TypeScript's notation, for the documentation page. */
import * as z from 'zod/mini';

const node = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
  prefixItems: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.unknown()),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
type Node = z.infer<typeof node>;

export function schemaToText(schema: unknown, indent = ''): string {
  const parsed = node.safeParse(schema);
  if (!parsed.success) return 'unknown';
  const one = parsed.data;
  const many = (parts: readonly unknown[], sign: string) =>
    [...new Set(parts.map((part) => schemaToText(part, indent)))].join(` ${sign} `);
  if (one.$ref !== undefined) return one.$ref.split('/').at(-1) ?? 'unknown';
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (one.anyOf ?? one.oneOf) return many(one.anyOf ?? one.oneOf ?? [], '|');
  if (one.allOf) return many(one.allOf, '&');
  if (one.prefixItems)
    return `[${one.prefixItems.map((part) => schemaToText(part, indent)).join(', ')}]`;
  if (Array.isArray(one.type))
    return many(
      one.type.map((type) => ({ ...one, type })),
      '|',
    );
  if (one.type === 'array') return listText(schemaToText(one.items, indent));
  if (one.type === 'object' || one.properties) return objectText(one, indent);
  if (one.type === 'string')
    return one.format ?? (one.pattern ? `string /${one.pattern}/` : 'string');
  if (one.type === 'integer' || one.type === 'number') return numberText(one.type, one);
  return one.type ?? 'unknown';
}

const listText = (item: string) => (/ [|&] /.test(item) ? `(${item})[]` : `${item}[]`);

function objectText(
  { properties = {}, required = [], additionalProperties }: Node,
  indent: string,
) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaToText(schema, inner)}`,
  );
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[id]: ${schemaToText(additionalProperties, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** Omits bounds that are only JavaScript's safe integers. */
function numberText(type: string, { minimum, maximum }: Node): string {
  const lower = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? '' : String(minimum);
  const upper = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : String(maximum);
  return lower === '' && upper === '' ? type : `${type} ${lower}…${upper}`;
}
