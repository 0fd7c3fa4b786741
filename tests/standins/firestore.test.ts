/** Firestore contract tests on the stand-in and on Google's emulator, and tests of the stand-in alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { newAccount } from '#standins/identity/identity-store.ts';
import { loadSigningKeys, type SigningKeys } from '#standins/identity/signing-keys.ts';
import { signIdToken } from '#standins/identity/tokens.ts';
import { type FirestoreTarget, firestoreScenarios } from './firestore.scenarios.ts';
import {
  findFirestoreEmulator,
  type RunningEmulator,
  startFirestoreEmulator,
} from './firestore-emulator.ts';

const projectId = 'demo-vigia';
const rulesFile = fileURLToPath(new URL('../../firestore.rules', import.meta.url));
const search = findFirestoreEmulator();
console.info(
  'jar' in search
    ? 'firestore scenarios and rules ran: stand-in, Google emulator'
    : `firestore scenarios and rules ran: stand-in · not run: Google emulator (${search.missing})`,
);

let dataDir: string;
let keys: SigningKeys;
let app: FastifyInstance;

async function start(): Promise<void> {
  app = Fastify();
  await app.register(firestoreStandin, { dataDir, projectId, keys });
  await app.listen({ host: '127.0.0.1', port: 0 });
}

async function tokenFor(uid: string, email: string, project = projectId): Promise<string> {
  const account = newAccount({ localId: uid, email });
  const authTime = Math.floor(Date.now() / 1000);
  const session = { localId: uid, provider: 'password', authTime, generation: 0 } as const;
  return signIdToken({ keys, projectId: project }, account, session);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-firestore-'));
  keys = await loadSigningKeys(dataDir);
  await start();
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const standin: FirestoreTarget = {
  name: 'stand-in',
  projectId,
  origin: () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  tokenFor,
};
firestoreScenarios(standin);

describe.skipIf('missing' in search)('Google emulator (needs its JAR and java)', () => {
  let emulator: RunningEmulator | null = null;
  beforeAll(async () => {
    if ('jar' in search) emulator = await startFirestoreEmulator(search.jar, rulesFile);
  });
  afterAll(() => emulator?.stop());
  const origin = (): string => {
    if (!emulator) throw new Error('the emulator is not running');
    return emulator.origin;
  };
  firestoreScenarios({ name: 'Google emulator', projectId, origin, tokenFor });
});

describe('tokens the stand-in accepts', () => {
  const read = (authorization: string, uid = 'ana') =>
    app.inject({
      url: `/v1/projects/${projectId}/databases/(default)/documents/users/${uid}`,
      headers: { authorization },
    });

  it('must be signed by this installation, for this project, and unaltered', async () => {
    const good = await tokenFor('ana', 'ana@correo.es');
    expect((await read(`Bearer ${good}`)).statusCode).toBe(404);
    const [head, body, signature] = good.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const otherKeys = await loadSigningKeys(join(dataDir, 'otra'));
    const account = newAccount({ localId: 'ana', email: 'ana@correo.es' });
    const session = { localId: 'ana', provider: 'password', authTime: 0, generation: 0 } as const;
    for (const bad of [
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${head}.${Buffer.from('{"sub":"ana"}').toString('base64url')}.${signature}`,
      await tokenFor('ana', 'ana@correo.es', 'otro-proyecto'),
      await signIdToken({ keys: otherKeys, projectId }, account, session),
      'basura',
    ]) {
      const answer = await read(`Bearer ${bad}`);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
    }
  });
});

describe('what survives a restart of the stand-in', () => {
  it('every acknowledged document, version included', async () => {
    const url = `/v1/projects/${projectId}/databases/(default)/documents/users/sigue`;
    const headers = { authorization: 'Bearer owner' };
    const payload = { fields: { texto: { stringValue: 'con \u2028 salto raro' } } };
    const written = (await app.inject({ method: 'PATCH', url, headers, payload })).json();
    await app.close();
    await start();
    expect((await app.inject({ url, headers })).json()).toEqual(written);
  });
});

describe('hostile and broken requests', () => {
  const base = `/v1/projects/${projectId}/databases/(default)/documents`;
  const post = (operation: string, payload: string) =>
    app.inject({
      method: 'POST',
      url: `${base}:${operation}`,
      headers: { authorization: 'Bearer owner', 'content-type': 'text/plain' },
      payload,
    });

  it.each(['batchGet', 'commit', 'batchWrite', 'runQuery', 'rollback'])(
    'documents:%s never answers 500',
    async (operation) => {
      const deep = `${'{"mapValue":{"fields":{"a":'.repeat(200)}{"nullValue":null}${'}}}'.repeat(200)}`;
      const name = `projects/${projectId}/databases/(default)/documents/users/x`;
      for (const body of [
        '{',
        'null',
        '[]',
        '{"documents":7}',
        '{"documents":["x"],"writes":[{"delete":"x"}]}',
        '{"writes":[{}]}',
        '{"writes":[{"update":{"name":"projects/otro/databases/(default)/documents/users/x"}}]}',
        `{"writes":[{"update":{"name":"${name}","fields":{"a":${deep}}}}]}`,
        `{"writes":[{"update":{"name":"${name}","fields":{"__proto__":{"nullValue":null}}}}]}`,
        `{"writes":[{"update":{"name":"${name}","fields":{}},"updateMask":{"fieldPaths":["a..b"]}}]}`,
        '{"transaction":"bm8="}',
        '{"structuredQuery":{"from":[{"collectionId":"users"}],"where":{"fieldFilter":{"op":"LESS_THAN"}}}}',
      ]) {
        const { statusCode } = await post(operation, body);
        expect([body.slice(0, 80), statusCode === 500]).toEqual([body.slice(0, 80), false]);
      }
    },
  );

  it('answers preflights from another origin with the headers the SDK sends', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: `${base}:commit`,
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,google-cloud-resource-prefix',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe(
      'authorization,google-cloud-resource-prefix',
    );
  });
});
