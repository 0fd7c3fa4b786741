/** A page of a list in memory. Its cursor is the base64url of the last item's id. */
import { identifierPattern } from '#domain/threshold.ts';
import { AppError } from './errors.ts';

/** It starts after the cursor in the current order. @throws AppError `invalid_request` for what is no cursor */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { items: Item[]; nextCursor: string | null } {
  const lastId = cursor === undefined ? null : idIn(cursor);
  const start = lastId === null ? 0 : items.findIndex((item) => idOf(item) === lastId) + 1;
  // An unknown cursor ends the list rather than starting it again.
  if (lastId !== null && start === 0) return { items: [], nextCursor: null };
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  const more = last !== undefined && start + limit < items.length;
  return { items: page, nextCursor: more ? toCursor(idOf(last)) : null };
}

const toCursor = (id: string) => Buffer.from(id).toString('base64url');

function idIn(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (toCursor(id) !== cursor || !identifierPattern.test(id))
    throw new AppError('invalid_request', 'El cursor no es de esta lista.');
  return id;
}
