/** Parser of `runQuery` requests: one collection, equality filters, a limit; anything else is UNIMPLEMENTED. */
import * as z from 'zod';
import type { WireDocument } from './document-store.ts';
import { parseFieldPath, valueAt } from './field-path.ts';
import { RpcError } from './rpc-error.ts';
import { isSameValue, parseValue } from './values.ts';

/** The server's SDK sends enumerations as numbers over REST. */
const equal = z.literal(['EQUAL', 5]);
const and = z.literal(['AND', 1]);
const fieldFilter = z.strictObject({
  field: z.looseObject({ fieldPath: z.string() }),
  op: equal,
  value: z.unknown(),
});
const filter = z.union([
  z.strictObject({ fieldFilter }),
  z.strictObject({
    compositeFilter: z.strictObject({ op: and, filters: z.array(z.strictObject({ fieldFilter })) }),
  }),
]);
const byName = z.looseObject({ field: z.looseObject({ fieldPath: z.literal('__name__') }) });
const structuredQuery = z.strictObject({
  from: z.tuple([
    z.strictObject({ collectionId: z.string(), allDescendants: z.literal(false).optional() }),
  ]),
  where: filter.optional(),
  orderBy: z.array(byName).optional(),
  limit: z.union([z.int(), z.looseObject({ value: z.int() })]).optional(),
});

export interface Query {
  readonly collectionId: string;
  matches(document: WireDocument): boolean;
  readonly limit: number;
}

/** @throws RpcError UNIMPLEMENTED for anything richer */
export function parseQuery(body: unknown): Query {
  const parsed = z.looseObject({ structuredQuery }).safeParse(body);
  if (!parsed.success) {
    const message = 'The local stand-in answers equality queries on one collection only.';
    throw new RpcError('UNIMPLEMENTED', message);
  }
  const { from, where, limit } = parsed.data.structuredQuery;
  const filters = where ? ('fieldFilter' in where ? [where] : where.compositeFilter.filters) : [];
  const conditions = filters.map(({ fieldFilter: { field, value } }) => ({
    path: parseFieldPath(field.fieldPath),
    value: parseValue(value),
  }));
  return {
    collectionId: from[0].collectionId,
    limit: typeof limit === 'number' ? limit : (limit?.value ?? Number.POSITIVE_INFINITY),
    matches: ({ fields }) =>
      conditions.every(({ path, value }) => {
        const found = valueAt(fields, path);
        return found !== undefined && isSameValue(found, value);
      }),
  };
}
