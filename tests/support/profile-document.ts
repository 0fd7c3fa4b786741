/** Reads the document `users/{uid}` in the document database of a running Vigía. */
import * as z from 'zod';

const batchGetAnswer = z.array(
  z.object({ found: z.object({ fields: z.record(z.string(), z.unknown()) }).optional() }),
);

/** Its fields in the database's REST notation. @param token of its user. @throws without a document */
export async function fetchProfileDocument(
  origin: string,
  token: string | null,
): Promise<Record<string, unknown>> {
  const root = 'projects/vigia-local/databases/(default)/documents';
  const name = `${root}/users/${claimsOf(token).sub}`;
  const response = await fetch(`${origin}/v1/${root}:batchGet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ documents: [name] }),
  });
  const [first] = batchGetAnswer.parse(await response.json());
  if (first?.found === undefined) throw new Error(`no document ${name}`);
  return first.found.fields;
}

export function claimsOf(token: string | null): { readonly sub: string; readonly name?: string } {
  const [, encoded = ''] = token?.split('.') ?? [];
  return JSON.parse(Buffer.from(encoded, 'base64url').toString());
}
