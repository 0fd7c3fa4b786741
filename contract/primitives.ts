/** zod primitives shared by several endpoints: identifiers, instants, money, pagination. */

import * as z from 'zod/mini';
import { maxPageSize } from '#domain/page-size.ts';
import { identifierPattern, priceBounds } from '#domain/threshold.ts';
import { unprintable, visible } from '#domain/visible-text.ts';

export const identifier = z.string().check(z.regex(identifierPattern));
/** ISO 8601 with offset; responses always use UTC (`Z`). */
export const instant = z.iso.datetime({ offset: true });
/** ISO 4217. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** Integer cents. */
export const priceCents = z.int().check(z.gte(priceBounds.min), z.lte(priceBounds.max));
/** Integer cents, or null when nothing is listed; null is not 0. */
export const floorCents = z.nullable(priceCents);
/** Basis points: 100 bp = 1 %. */
export const basisPoints = z.int();

/**
 * One line that a person gives something as its name or note, and reads again in mails and messages: something visible, and nothing
 * that reorders or breaks the text around it.
 * @param refused further characters, as in a class of a regular expression
 */
export const line = (maxLength: number, refused = '') =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maxLength),
      z.regex(new RegExp(`^(?=.*${visible})[^${unprintable}${refused}]*$`, 'u')),
    );

export const maxMarketPageUrlLength = 2_048;
/** A collectible's page at the marketplace; https, but for a market on this machine. */
export const marketPageUrl = z
  .string()
  .check(z.maxLength(maxMarketPageUrlLength), z.regex(/^https?:\/\//));

/** An integer in a query string, where every value is text. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  );
export const queryFlag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

export const pageQuery = {
  limit: z._default(queryInt(1, maxPageSize), 100),
  cursor: z.optional(z.string().check(z.maxLength(512))),
};
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/** Words, or the address of a market page. Without NUL, which no stored text contains. */
export const searchText = z.string().check(
  z.maxLength(maxMarketPageUrlLength),
  z.refine((text) => !text.includes('\0')),
);

/** What changes of a record: an absent field stays, and one at least is there. */
export const patchOf = <Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(shape).map(([name, field]) => [name, z.exactOptional(field)]),
      ) as { [Name in keyof Shape]: z.ZodMiniExactOptional<Shape[Name]> },
    )
    .check(z.refine((patch) => Object.keys(patch).length > 0, 'Nada que cambiar.'));
