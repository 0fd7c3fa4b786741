/** Fetches and asserts the document `users/{uid}` in the document database. */
import * as z from 'zod';
import { storedToken } from './expectations.ts';
import { expect, type Fixtures } from './fixtures.ts';

const batchGetAnswer = z.array(
  z.object({ found: z.object({ fields: z.record(z.string(), z.unknown()) }).optional() }),
);

/** Profile fields of the user signed in on the page, in the database's REST notation. @throws without a document */
export async function fetchProfile({ page, vigia }: Fixtures): Promise<Record<string, unknown>> {
  const root = 'projects/vigia-local/databases/(default)/documents';
  const name = `${root}/users/${await uidOn(page)}`;
  const response = await fetch(`${vigia.origin}/v1/${root}:batchGet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ documents: [name] }),
  });
  const [first] = batchGetAnswer.parse(await response.json());
  if (first?.found === undefined) throw new Error(`no document ${name}`);
  return first.found.fields;
}

/** The initial values of the specification, section 3. */
export async function expectInitialProfile(
  fixtures: Fixtures,
  user: { readonly email: string; readonly username: string },
): Promise<void> {
  const { createdAt, ...profile } = await fetchProfile(fixtures);
  expect(profile).toEqual({
    email: { stringValue: user.email },
    username: { stringValue: user.username },
    estado: { stringValue: 'activo' },
    plan: { stringValue: 'basico' },
    onboardingCompletado: { booleanValue: false },
    configuracion: {
      mapValue: {
        fields: {
          partidos: { arrayValue: expect.anything() },
          umbrales: { mapValue: expect.anything() },
          frecuencia: { integerValue: '60' },
        },
      },
    },
  });
  const { timestampValue } = z.object({ timestampValue: z.iso.datetime() }).parse(createdAt);
  expect(Math.abs(Date.parse(timestampValue) - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(profile)).not.toContain('"values":[{');
}

async function uidOn(page: Fixtures['page']): Promise<string> {
  const token = await storedToken({ page });
  const [, claims = ''] = token?.split('.') ?? [];
  return z.object({ sub: z.string() }).parse(JSON.parse(atob(fromBase64Url(claims)))).sub;
}

const fromBase64Url = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
