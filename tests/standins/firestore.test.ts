/** The access rules of `users/{uid}`, case by case, on the double and, where one runs, on Google's emulator. */
import { describe, expect, it } from 'vitest';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { newAccount } from '#standins/identity/accounts.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { signIdToken } from '#standins/identity/tokens.ts';
import { type RulesCase, rulesCases, selfEmail } from './firestore-rules.cases.ts';
import { openDataDir, serve } from './serve.ts';

const projectId = 'demo-vigia';
const documents = `projects/${projectId}/databases/(default)/documents`;
const { FIRESTORE_EMULATOR_HOST: emulatorHost } = process.env;
console.info(
  emulatorHost
    ? 'rules ran: stand-in, Google emulator'
    : 'rules ran: stand-in · not run: Google emulator (FIRESTORE_EMULATOR_HOST not set)',
);

const dataDir = await openDataDir();
const keys = await loadSigningKeys(dataDir);
const { origin } = await serve((app) =>
  app.register(firestoreStandin, { dataDir, projectId, keys }),
);
const targets = [['stand-in', origin]].concat(
  emulatorHost ? [['Google emulator', `http://${emulatorHost}`]] : [],
);

let count = 0;
const freshUid = () => `uid${Date.now()}x${++count}`;
async function tokenFor(uid: string): Promise<string> {
  const authTime = Math.floor(Date.now() / 1000);
  const account = newAccount({ localId: uid, email: selfEmail });
  return signIdToken({ keys, projectId }, account, { provider: 'password', authTime });
}

describe.each(targets)('%s', (_name, at) => {
  const call = (method: string, path: string, token: string | null, body?: object) =>
    fetch(`${at}/v1/${documents}${path}`, {
      method,
      headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  function run(one: RulesCase, uid: string, token: string | null): Promise<Response> {
    const name = `${documents}/users/${uid}`;
    const commit = (write: object) => call('POST', ':commit', token, { writes: [write] });
    const entries = Object.entries(one.fields ?? {});
    const update = { name, fields: Object.fromEntries(entries.filter(([, value]) => value)) };
    const updateTransforms = [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }];
    const updateMask = { fieldPaths: entries.map(([field]) => field) };
    switch (one.operation) {
      case 'get':
        return call('POST', ':batchGet', token, { documents: [name] });
      case 'list':
        return call('GET', '/users', token);
      case 'delete':
        return commit({ delete: name });
      case 'create':
        return commit({ update, ...(one.serverTime && { updateTransforms }) });
      case 'update':
        return commit({ update, updateMask, currentDocument: { exists: true } });
    }
  }

  it.each(
    rulesCases.map(
      (one) => [`${one.allowed ? 'allows' : 'denies'}: ${one.name} (${one.actor})`, one] as const,
    ),
  )('%s', async (_case, one) => {
    const uid = freshUid();
    const update = { name: `${documents}/users/${uid}`, fields: one.before };
    if (one.before) await call('POST', ':commit', 'owner', { writes: [{ update }] });
    const token =
      one.actor === 'unsigned' ? null : await tokenFor(one.actor === 'self' ? uid : freshUid());
    const answer = await run(one, uid, token);
    expect(answer.status, await answer.text()).toBe(one.allowed ? 200 : 403);
  });
});
