/** The server in production mode: no stand-ins, none of their tokens, security headers, and configuration errors. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSigningKeys, type SigningKeys } from '#standins/identity/signing-keys.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { issuerOf, signIdToken } from '#tests/support/id-token.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { findWeaknesses, parsePolicy } from './content-security-policy.ts';

const { url: databaseUrl } = await openTestDatabase();
let dataDir: string;
let keys: SigningKeys;
let keyServer: FastifyInstance;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-production-'));
  keys = await loadSigningKeys(dataDir);
  keyServer = Fastify();
  keyServer.get('/keys', async () => keys.jwks);
  const keysUrl = await keyServer.listen({ port: 0, host: '127.0.0.1' });
  // Even if it trusts the stand-in's keys, it accepts only tokens of its own project.
  server = await startServer({
    DATABASE_URL: databaseUrl,
    IDENTITY_JWKS_URL: `${keysUrl}/keys`,
    ROLE: 'api',
  });
});
afterAll(async () => {
  await server?.stop();
  await keyServer?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const tokenFor = (projectId: string, issuer = projectId) =>
  signIdToken(keys, projectId, { iss: issuerOf(issuer) });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers, redirect: 'manual' });

describe('production', () => {
  it.each([
    ['the stand-ins’ project', 'vigia-local', 'vigia-local'],
    ['the stand-ins’ project under our issuer', 'vigia-local', 'vigia-produccion'],
    ['our project under another issuer', 'vigia-produccion', 'vigia-local'],
  ])('rejects tokens for %s', async (_, project, issuer) => {
    const authorization = `Bearer ${await tokenFor(project, issuer)}`;
    expect((await get('/api/auth/verify', { authorization })).status).toBe(401);
  });

  it('serves none of the stand-ins', async () => {
    const paths = [
      '/__local/correo',
      '/__local/mercado',
      '/__local/pagos',
      '/__local/canales',
      '/emulator/auth/handler',
      '/identitytoolkit.googleapis.com/v1/accounts:lookup',
      '/api/v1.0/email/send',
      '/dev/machines.js',
    ];
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it.each([
    ...['/', '/login', '/api/auth/verify', '/health', '/assets/none.js', '/metrics', '/%'],
    ...['/api/alerts/actions', '/api/users/confirmar'],
    ...['POST /api/alerts/actions', 'POST /api/push/renewal', 'POST /api/telegram/webhook'],
    ...['POST /api/billing/webhook', 'POST /api/market/readings', 'POST /mcp', 'POST /none'],
  ])('keeps a browser to https and to the named type with %s', async (route) => {
    const [path = '', method = 'GET'] = route.split(' ').reverse();
    const { headers } = await fetch(server.origin + path, { method });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets its pages load what signing in with Google needs, and talk to its popup', async () => {
    const { headers } = await get('/login');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    for (const rule of [
      "script-src 'self' https://apis.google.com 'nonce-",
      'trusted-types default gapi#gapi goog#html',
      'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
      "frame-src 'self' https://vigia-produccion.firebaseapp.com",
    ])
      expect(headers.get('content-security-policy')).toContain(rule);
  });

  it('has a content security policy whose only finding is inline style attributes', async () => {
    const policyOf = async () =>
      parsePolicy((await get('/login')).headers.get('content-security-policy') ?? '');
    const [policy, next] = [await policyOf(), await policyOf()];
    // React and the chart set style attributes, which load and run nothing (docs/threat-model.md).
    expect(findWeaknesses(policy)).toEqual(["style-src-attr: 'unsafe-inline'"]);
    // The nonce differs in every response.
    expect(policy.get('script-src')).not.toEqual(next.get('script-src'));
  });

  it.each([
    '//evil.example',
    '/\\\\evil.example/',
    '/api/alerts/actions?token=x&url=https://evil.example',
    '/login%0d%0aLocation:%20https://evil.example',
  ])('does not redirect to another host for %s', async (path) => {
    const { port } = new URL(server.origin);
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      headers: { host: 'evil.example' },
    }).end();
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    sent.destroy();
    expect(answer?.statusCode).toBeLessThan(500);
    expect(answer?.headers.location ?? '/').toBe('/');
  });

  it('counts rejected tokens per visitor, not per proxy', async () => {
    const from = (visitor: string) =>
      get('/api/auth/verify', { authorization: 'Bearer a.b.c', 'x-forwarded-for': visitor });
    const flood: number[] = [];
    for (let batch = 0; batch < 8; batch += 1) {
      const answers = Array.from({ length: 40 }, () => from('203.0.113.5'));
      for (const { status } of await Promise.all(answers)) flood.push(status);
    }
    expect(flood.toSorted()).toEqual([...Array(300).fill(401), ...Array(20).fill(429)]);
    expect((await from('203.0.113.6')).status).toBe(401);
  });
});
