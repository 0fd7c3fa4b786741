/** Services that accept a connection and never answer: every call out over HTTP is given up within ten seconds. */
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdentityAdmin } from '#server/accounts/identity-admin.ts';
import { createRevocationCheck } from '#server/auth/token-revocation.ts';
import { createTokenVerifier } from '#server/auth/verify-token.ts';
import { createStripe } from '#server/billing/stripe-client.ts';
import { createProfileDocuments } from '#server/profile/profile-documents.ts';

let server: Server;
let origin: string;
const sockets = new Set<Socket>();
const projectId = 'vigia-muda';

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

/** @param limitMs of one call; a library may connect again within it */
async function settlesWithin(limitMs: number, work: () => Promise<unknown>): Promise<unknown> {
  const startedAtMs = performance.now();
  const outcome = await work().catch((error: unknown) => error);
  expect(performance.now() - startedAtMs).toBeLessThan(limitMs);
  expect(sockets.size).toBeGreaterThan(0);
  return outcome;
}

const identity = () => ({ projectId, origin, serverToken: 'owner' });
const documents = () => ({
  projectId,
  host: new URL(origin).host,
  ssl: false,
  serverToken: 'owner',
});

test('the identity service: deleting an account', async () => {
  const { remove } = createIdentityAdmin(identity());
  expect(await settlesWithin(10_000, () => remove('ana'))).toBeInstanceOf(Error);
});

test('the endpoint that issues our own token for it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'vigia-credentials-'));
  await chmod(dir, 0o700);
  const [subject, credentials] = [join(dir, 'subject'), join(dir, 'credentials.json')];
  await writeFile(subject, 'token');
  await writeFile(
    credentials,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${origin}/token`,
      credential_source: { file: subject },
    }),
  );
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', credentials);
  try {
    const { remove } = createIdentityAdmin({ projectId, origin: null, serverToken: null });
    expect(await settlesWithin(10_000, () => remove('ana'))).toMatchObject({
      message: 'no answer in time',
    });
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('the identity service: whether a session was revoked, and its signing keys', async () => {
  const isActive = createRevocationCheck({ origin, apiKey: 'clave', onUnreachable: () => {} });
  expect(await settlesWithin(10_000, () => isActive('token'))).toBe(true);
  const verify = createTokenVerifier({ projectId, issuer: 'x', jwksUrl: `${origin}/jwks` });
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'k' })).toString('base64url');
  await settlesWithin(10_000, async () => verify(`${header}.e30.AAAA`));
});

test('profile documents: reading one, and closing while a call hangs', async () => {
  const store = createProfileDocuments(documents());
  const reading = store.read('ana').catch(() => null);
  await vi.waitFor(() => expect(sockets.size).toBeGreaterThan(0), { timeout: 8_000 });
  await settlesWithin(3_000, () => store.close());
  await settlesWithin(10_000, () => reading);
});

test('Stripe: each attempt', async () => {
  const stripe = createStripe({
    secretKey: 'sk_test_muda',
    webhookSecret: 'whsec_muda',
    apiOrigin: origin,
  });
  // One retry: two attempts of six seconds, each a connection of its own.
  const failure = await settlesWithin(15_000, () => stripe.customers.retrieve('cus_1'));
  expect(failure).toMatchObject({ type: 'StripeConnectionError' });
  expect(sockets.size).toBe(2);
});
