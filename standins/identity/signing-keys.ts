/** Keys that sign ID and refresh tokens: generated once, stored in the data directory with mode 0600. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
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
import { syncFolder } from '../durable-log.ts';

export interface SigningKeys {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The published public key, in Google's format. */
  readonly jwks: JSONWebKeySet;
  /** HMAC key of refresh tokens, so that none has to be stored. */
  readonly refreshSecret: Buffer;
}

const storedKeys = z.object({
  privateJwk: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() }),
  refreshSecret: z.base64(),
});

/** Loads `identity-keys.json` from the folder, or creates it. @throws Error when it cannot be read or parsed */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const file = join(dataDir, 'identity-keys.json');
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  const stored = storedKeys.parse(JSON.parse(text ?? (await createKeys(dataDir, file))));
  await chmod(file, 0o600);

  const { kty, n, e } = stored.privateJwk;
  const publicJwk: JWK = { kty, n, e };
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    privateKey: await importRsa(stored.privateJwk),
    publicKey: await importRsa(publicJwk),
    jwks: { keys: [{ ...publicJwk, kid, alg: 'RS256', use: 'sig' }] },
    refreshSecret: Buffer.from(stored.refreshSecret, 'base64'),
  };
}

async function importRsa(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new TypeError('expected an RSA key, got a symmetric one');
  return key;
}

async function createKeys(dataDir: string, file: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const text = JSON.stringify({
    privateJwk: await exportJWK(privateKey),
    refreshSecret: randomBytes(32).toString('base64'),
  });
  await mkdir(dataDir, { recursive: true });
  const newFile = `${file}.new`;
  const handle = await open(newFile, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(newFile, file);
  await syncFolder(dataDir);
  return text;
}
