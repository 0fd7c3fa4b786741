/** Forged tokens, each invalid in one way, beside the genuine one they derive from. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../base/errors.ts';
import { createTokenVerifier, type TokenVerifier } from './verify-token.ts';

const projectId = 'vigia-test';
const issuer = `https://securetoken.google.com/${projectId}`;
const kid = 'published';
const now = () => Math.floor(Date.now() / 1_000);

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let issuerKeys: Pair;
let forgerKeys: Pair;
let published: Server;
let keysFetched = 0;
let verify: TokenVerifier;

beforeAll(async () => {
  [issuerKeys, forgerKeys] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const jwk = { ...(await exportJWK(issuerKeys.publicKey)), kid, alg: 'RS256', use: 'sig' };
  published = createServer((_, answer) => {
    keysFetched += 1;
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => published.once('listening', listening));
  const { port } = published.address() as AddressInfo;
  verify = createTokenVerifier({ jwksUrl: `http://127.0.0.1:${port}/`, issuer, projectId });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => void published.close());

interface Forgery {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly claims?: Record<string, unknown>;
  readonly key?: CryptoKey | Uint8Array;
}

function signed({ header, claims, key = issuerKeys.privateKey }: Forgery = {}): Promise<string> {
  const payload = {
    iss: issuer,
    aud: projectId,
    sub: 'ana',
    email: 'ana@correo.example',
    auth_time: now(),
    iat: now(),
    exp: now() + 3_600,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
}

const unsigned = async () => {
  const [, payload] = (await signed()).split('.');
  return `${base64url.encode(JSON.stringify({ alg: 'none', kid }))}.${payload}.`;
};
/** A key of the forger's, embedded in the token. */
const forgersJwk = async () => ({ ...(await exportJWK(forgerKeys.publicKey)), kid: 'mine' });

const forgeries: Record<string, () => Promise<string>> = {
  'no signature at all': unsigned,
  'the public key as a shared secret': async () =>
    signed({
      header: { alg: 'HS256' },
      key: new TextEncoder().encode(await exportSPKI(issuerKeys.publicKey)),
    }),
  'another key under a published id': () => signed({ key: forgerKeys.privateKey }),
  'an unpublished key id': () => signed({ header: { kid: 'mine' }, key: forgerKeys.privateKey }),
  'no key id': () => signed({ header: { kid: undefined as unknown as string } }),
  'a key within the token': async () =>
    signed({ header: { kid: 'mine', jwk: await forgersJwk() }, key: forgerKeys.privateKey }),
  'an address of keys within the token': () =>
    signed({
      header: { kid: 'mine', jku: 'https://evil.example/jwks' },
      key: forgerKeys.privateKey,
    }),
  'claims changed after signing': async () => {
    const [header, , signature] = (await signed()).split('.');
    const [, others] = (await signed({ claims: { sub: 'bruno' } })).split('.');
    return `${header}.${others}.${signature}`;
  },
  'another issuer': () => signed({ claims: { iss: 'https://evil.example' } }),
  'another project': () => signed({ claims: { aud: 'other' } }),
  'an expiry in the past': () => signed({ claims: { exp: now() - 60 } }),
  'issued in the future': () => signed({ claims: { iat: now() + 600 } }),
  'a sign-in in the future': () => signed({ claims: { auth_time: now() + 600 } }),
  'no sign-in': () => signed({ claims: { auth_time: undefined } }),
  'no subject': () => signed({ claims: { sub: '' } }),
  'a subject that PostgreSQL cannot store': () => signed({ claims: { sub: 'a\0b' } }),
  'a subject that is too long': () => signed({ claims: { sub: 'x'.repeat(129) } }),
};

it('accepts the genuine one, and says whose it is, since when and until when', async () => {
  const [signedInAt, endsAt] = [now() - 100, now() + 3_000];
  const firebase = { sign_in_provider: 'google.com' };
  const claims = { auth_time: signedInAt, exp: endsAt, firebase };
  expect(await verify(await signed({ claims }))).toEqual({
    uid: 'ana',
    email: 'ana@correo.example',
    emailVerified: false,
    name: null,
    isGoogle: true,
    authTime: new Date(signedInAt * 1_000),
    expiresAt: new Date(endsAt * 1_000),
  });
});

it('refuses a genuine one of an account without an address, which no mail could reach', async () => {
  const rejection = await verify(await signed({ claims: { email: '' } })).catch((error) => error);
  expect(rejection).toMatchObject({ code: 'forbidden' });
});

it.each(Object.entries(forgeries))('rejects one with %s', async (_, forge) => {
  const rejection = await verify(await forge()).catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(AppError);
  expect(rejection).toMatchObject({ code: 'unauthenticated' });
});

it('accepts one from a clock that is five seconds ahead of ours, and none from further ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: now() * 1_000 });
  const ahead = async (claim: 'iat' | 'auth_time', seconds: number) =>
    verify(await signed({ claims: { [claim]: now() + seconds } })).then(
      ({ uid }) => uid,
      ({ code }) => code,
    );
  for (const claim of ['iat', 'auth_time'] as const)
    expect([await ahead(claim, 5), await ahead(claim, 6)]).toEqual(['ana', 'unauthenticated']);
});

it('fetches the issuer’s keys once, whatever key the forgeries name', () => {
  expect(keysFetched).toBe(1);
});
