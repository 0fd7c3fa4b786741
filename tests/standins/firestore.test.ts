/** Firestore contract tests on the stand-in and on Google's emulator, and tests of the stand-in alone. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { newAccount } from '#standins/identity/identity-store.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { signIdToken } from '#standins/identity/tokens.ts';
import { type FirestoreTarget, firestoreScenarios } from './firestore.scenarios.ts';
import {
  findFirestoreEmulator,
  type RunningEmulator,
  startFirestoreEmulator,
} from './firestore-emulator.ts';
import { openDataDir, serve } from './serve.ts';

const projectId = 'demo-vigia';
const rulesFile = fileURLToPath(new URL('../../firestore.rules', import.meta.url));
const search = findFirestoreEmulator();
console.info(
  'jar' in search
    ? 'firestore scenarios and rules ran: stand-in, Google emulator'
    : `firestore scenarios and rules ran: stand-in · not run: Google emulator (${search.missing})`,
);

const dataDir = await openDataDir();
const ownKeys = await loadSigningKeys(dataDir);
const start = (dir: string) =>
  serve((one) => one.register(firestoreStandin, { dataDir: dir, projectId, keys: ownKeys }));
const { app, origin } = await start(dataDir);

async function tokenFor(uid: string, email: string, project = projectId, keys = ownKeys) {
  const account = newAccount({ localId: uid, email });
  const authTime = Math.floor(Date.now() / 1000);
  const session = { localId: uid, provider: 'password', authTime, generation: 0 } as const;
  return signIdToken({ keys, projectId: project }, account, session);
}

const standin: FirestoreTarget = { name: 'stand-in', projectId, origin: () => origin, tokenFor };
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

const base = `/v1/projects/${projectId}/databases/(default)/documents`;
const headers = { authorization: 'Bearer owner', 'content-type': 'text/plain' };

it('a token must be signed by this installation, for this project, and unaltered', async () => {
  const read = async (token: string) =>
    (await app.inject({ url: `${base}/users/ana`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  const good = await tokenFor('ana', 'ana@correo.es');
  expect(await read(good)).toBe(404);
  const [head, body, signature] = good.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const otherKeys = await loadSigningKeys(join(dataDir, 'otra'));
  for (const bad of [
    `${none}.${body}.`,
    `${head}.${body}.`,
    `${head}.${Buffer.from('{"sub":"ana"}').toString('base64url')}.${signature}`,
    await tokenFor('ana', 'ana@correo.es', 'otro-proyecto'),
    await tokenFor('ana', 'ana@correo.es', projectId, otherKeys),
    'basura',
  ])
    expect(await read(bad)).toBe(401);
});

it('every acknowledged document survives a restart, version included', async () => {
  const ownDir = await openDataDir();
  const before = await start(ownDir);
  const url = `${base}/users/sigue`;
  const payload = { fields: { texto: { stringValue: 'con \u2028 salto raro' } } };
  const written = await before.app.inject({ method: 'PATCH', url, headers, payload });
  await before.app.close();
  const after = await start(ownDir);
  expect((await after.app.inject({ url, headers })).json()).toEqual(written.json());
});

it.each(['batchGet', 'commit'])('documents:%s never answers 500', async (operation) => {
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
  ]) {
    const url = `${base}:${operation}`;
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: body });
    expect([body.slice(0, 80), statusCode === 500]).toEqual([body.slice(0, 80), false]);
  }
});
