/** Key that signs ID and refresh tokens: generated once, stored in the data directory. */
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import * as z from 'zod';
import { loadOrCreateSecret } from '../secret-file.ts';

export interface SigningKeys {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The published public key, in Google's format. */
  readonly jwks: JSONWebKeySet;
}

const storedKeys = z.object({
  privateJwk: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() }),
});

/** Loads `identity-keys.json` from the folder, or creates it. @throws Error when it cannot be read or parsed */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const text = await loadOrCreateSecret(join(dataDir, 'identity-keys.json'), async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    return JSON.stringify({ privateJwk: await exportJWK(privateKey) });
  });
  const { privateJwk } = storedKeys.parse(JSON.parse(text));
  const { kty, n, e } = privateJwk;
  const publicJwk: JWK = { kty, n, e };
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateKey = await importJWK(privateJwk, 'RS256');
  if (privateKey instanceof Uint8Array) throw new TypeError('expected an RSA key');
  return { kid, privateKey, jwks: { keys: [{ ...publicJwk, kid, alg: 'RS256', use: 'sig' }] } };
}
