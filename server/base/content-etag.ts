/** ETags made of content, for what several writers change and no column counts the versions of. */
import { createHash } from 'node:crypto';

/** @param parts every part a client may change, in a fixed order */
export const contentEtag = (parts: readonly unknown[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;

/** Without `If-Match` the write is unconditional. */
export function matchesEtag(etag: string, ifMatch: string | undefined): boolean {
  const expected = ifMatch?.trim().replace(/^W\//, '');
  return expected === undefined || expected === '*' || expected === etag;
}
