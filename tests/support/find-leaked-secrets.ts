/** Finds an installation's generated secrets (database password, signing keys) in a text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const keysFile = z.object({
  privateJwk: z.looseObject({ d: z.string(), p: z.string(), q: z.string() }),
});

/** @returns the names of the secrets found; empty when there is none */
export async function findLeakedSecrets(text: string, dataDir: string): Promise<string[]> {
  const read = (name: string) => readFile(join(dataDir, name), 'utf8').catch(() => null);
  const keys = await read('identity-keys.json');
  const privateJwk = keys === null ? undefined : keysFile.parse(JSON.parse(keys)).privateJwk;
  const secrets = {
    'the password of the database': (await read('postgres-password'))?.trim(),
    'the secret of mail links': (await read('link-secret'))?.trim(),
    'the key that signs sessions': privateJwk?.d,
    'a factor of the key that signs sessions': privateJwk?.p,
  };
  return Object.entries(secrets)
    .filter(([, secret]) => secret !== undefined && text.includes(secret))
    .map(([name]) => name);
}
