/** Identity contract tests on the stand-in and on Google's emulator, and tests of the stand-in alone. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import type { OutgoingMail } from '#standins/mail/smtp-sender.ts';
import {
  documentedCodes,
  type IdentityTarget,
  identityScenarios,
  openAuth,
  setEnumerationProtection,
} from './identity.scenarios.ts';

const projectId = 'demo-vigia';
const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST;
/** What Google's emulator answers where its service is documented to answer otherwise. */
const emulatorDifferences = {
  resetOfInvalidAddress: 'user-not-found',
  renewalOfDeletedAccount: 'invalid-refresh-token',
};
console.info(
  emulatorHost
    ? `identity scenarios ran: stand-in, Google emulator · it differs from Google: ${differences()}`
    : 'identity scenarios ran: stand-in · not run: Google emulator (FIREBASE_AUTH_EMULATOR_HOST not set)',
);

function differences(): string {
  const codes = Object.entries(emulatorDifferences) as [keyof typeof documentedCodes, string][];
  return codes.map(([name, code]) => `${name} ${code}, not ${documentedCodes[name]}`).join(' · ');
}

let dataDir: string;
let app: FastifyInstance;
const mails: OutgoingMail[] = [];

async function start(): Promise<void> {
  app = Fastify();
  const keys = await loadSigningKeys(dataDir);
  await app.register(identityStandin, {
    dataDir,
    projectId,
    keys,
    sendMail: async (mail) => {
      mails.push(mail);
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
}
const origin = (): string => {
  const address = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-identity-'));
  await start();
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const standin: IdentityTarget = { name: 'stand-in', projectId, origin };
identityScenarios(standin);

describe.skipIf(!emulatorHost)('Google emulator (needs FIREBASE_AUTH_EMULATOR_HOST)', () => {
  identityScenarios({
    name: 'Google emulator',
    projectId,
    origin: () => `http://${emulatorHost}`,
    differences: emulatorDifferences,
  });
});

const post = (path: string, payload: string | object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const accounts = (operation: string) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=local`;

describe('tokens of the stand-in', () => {
  it('verify against the published keys, as the server verifies them', async () => {
    const { user } = await createUserWithEmailAndPassword(
      openAuth(standin),
      'firma@correo.es',
      'secreto1',
    );
    const published = createRemoteJWKSet(
      new URL(`${origin()}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`),
    );
    const { protectedHeader } = await jwtVerify(await user.getIdToken(), published, {
      algorithms: ['RS256'],
      audience: projectId,
      issuer: `https://securetoken.google.com/${projectId}`,
    });
    expect(protectedHeader.kid).toBeTruthy();
  });

  it('are refused when unsigned or altered', async () => {
    const { user } = await createUserWithEmailAndPassword(
      openAuth(standin),
      'alterada@correo.es',
      'secreto1',
    );
    const [head, body, signature] = (await user.getIdToken()).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const forged = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()),
        sub: 'otro',
      }),
    ).toString('base64url');
    for (const idToken of [`${none}.${body}.`, `${head}.${forged}.${signature}`, 'x', 'a.b.c']) {
      const answer = await post(accounts('lookup'), { idToken });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toBe('INVALID_ID_TOKEN');
    }
  });
});

describe('what survives a restart of the stand-in', () => {
  it('accounts, sessions, keys and the enumeration setting', async () => {
    const auth = openAuth(standin);
    const { user } = await createUserWithEmailAndPassword(auth, 'sigue@correo.es', 'secreto1');
    const { refreshToken } = user;
    await setEnumerationProtection(standin, true);
    await app.close();
    await start();
    const renewed = await app.inject({
      method: 'POST',
      url: '/securetoken.googleapis.com/v1/token?key=local',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }).toString(),
    });
    expect(renewed.json()).toMatchObject({ user_id: user.uid, token_type: 'Bearer' });
    const again = await signInWithEmailAndPassword(
      openAuth(standin),
      'sigue@correo.es',
      'secreto1',
    );
    expect(again.user.uid).toBe(user.uid);
    await expect(
      signInWithEmailAndPassword(openAuth(standin), 'sigue@correo.es', 'malamala'),
    ).rejects.toMatchObject({ code: 'auth/invalid-credential' });
    await setEnumerationProtection(standin, false);
  });

  it('stores the signing key readable by its owner only', async () => {
    expect((await stat(join(dataDir, 'identity-keys.json'))).mode & 0o777).toBe(0o600);
  });
});

describe('the password-reset mail', () => {
  it('leads to a page that sets a new password once', async () => {
    const auth = openAuth(standin);
    await createUserWithEmailAndPassword(auth, 'olvido@correo.es', 'secreto1');
    await sendPasswordResetEmail(auth, 'olvido@correo.es');
    const mail = mails.at(-1);
    expect(mail).toMatchObject({ to: 'olvido@correo.es', subject: 'Recupera el acceso a Vigía' });
    const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(mail?.html).toContain(link.href);
    const path = link.pathname + link.search;
    const page = await app.inject(path);
    expect(page.body).toContain('olvido@correo.es');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const form = (password: string, repeated = password) =>
      post(path, new URLSearchParams({ password, repeated }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    expect((await form('123')).body).toContain('al menos 6 caracteres');
    expect((await form('nueva-clave', 'otra')).body).toContain('Las contraseñas no coinciden');
    expect((await form('nueva-clave')).body).toContain('Contraseña cambiada');
    expect((await form('nueva-clave')).body).toContain('Este enlace ya no sirve');
    await signInWithEmailAndPassword(auth, 'olvido@correo.es', 'nueva-clave');
  });
});

describe('hostile and broken requests', () => {
  const bodies = [
    '{',
    '[]',
    'null',
    '"x"',
    '{"email":{}}',
    '{"email":1,"password":[]}',
    '{"idToken":7}',
  ];
  const operations = [
    'signUp',
    'signInWithPassword',
    'lookup',
    'update',
    'sendOobCode',
    'resetPassword',
    'signInWithIdp',
    'delete',
    'createAuthUri',
  ];

  it.each(operations)('accounts:%s answers 400 in the shape the SDK reads', async (operation) => {
    for (const body of [
      ...bodies,
      '',
      '{"requestUri":"x","postBody":"providerId=google.com&id_token={"}',
    ]) {
      const answer = await post(accounts(operation), body);
      expect([body, answer.statusCode]).toEqual([body, 400]);
      expect(answer.json().error).toMatchObject({ code: 400, message: expect.any(String) });
    }
  });

  it.each([
    ['', 'MISSING_GRANT_TYPE'],
    ['grant_type=password', 'INVALID_GRANT_TYPE'],
    ['grant_type=refresh_token', 'MISSING_REFRESH_TOKEN'],
    ['grant_type=refresh_token&refresh_token=e30.x', 'INVALID_REFRESH_TOKEN'],
  ])('the token service answers %s with %s', async (payload, message) => {
    const answer = await post('/securetoken.googleapis.com/v1/token?key=local', payload, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.json().error).toMatchObject({ code: 400, message });
  });

  it('refuses the owner’s calls without the owner’s bearer', async () => {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:delete`;
    expect((await post(path, { localId: 'x' })).statusCode).toBe(403);
  });

  it('refuses a call without an API key', async () => {
    const path = '/identitytoolkit.googleapis.com/v1/accounts:lookup';
    expect((await post(path, { idToken: 'x' })).statusCode).toBe(403);
  });

  it('answers preflights from another origin', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: accounts('signUp'),
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-client-version',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-headers': 'content-type,x-client-version',
    });
  });

  it('blocks sign-in after twenty wrong passwords', async () => {
    const auth = openAuth(standin);
    await createUserWithEmailAndPassword(auth, 'adivina@correo.es', 'secreto1');
    for (let i = 0; i < 20; i += 1) {
      await signInWithEmailAndPassword(auth, 'adivina@correo.es', 'malamala').catch(() => null);
    }
    await expect(
      signInWithEmailAndPassword(auth, 'adivina@correo.es', 'secreto1'),
    ).rejects.toMatchObject({ code: 'auth/too-many-requests' });
  });
});
