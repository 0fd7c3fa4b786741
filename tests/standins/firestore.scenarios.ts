/** Contract tests of Firestore: run against the stand-in and, where available, Google's emulator. */
import { createRequire } from 'node:module';
import { FieldValue, Firestore } from '@google-cloud/firestore';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  deleteDoc,
  deleteField,
  doc,
  getDoc,
  getFirestore,
  type Firestore as LiteFirestore,
  serverTimestamp,
  setDoc,
  setLogLevel,
  Timestamp,
  updateDoc,
} from 'firebase/firestore/lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RulesCase, rulesCases, selfEmail, type WireFields } from './firestore-rules.cases.ts';

export interface FirestoreTarget {
  readonly name: string;
  readonly projectId: string;
  origin(): string;
  tokenFor(uid: string, email: string): Promise<string>;
}

// The tests provoke denials, which the SDK would log.
setLogLevel('silent');

let count = 0;
const freshUid = (): string => `uid${Date.now()}x${++count}`;

export const initialProfile = (email: string) => ({
  email,
  username: 'Ana Ñandú',
  createdAt: serverTimestamp(),
  estado: 'activo',
  plan: 'basico',
  onboardingCompletado: false,
  configuracion: { partidos: [], umbrales: {}, frecuencia: 60 },
});

export function firestoreScenarios(target: FirestoreTarget): void {
  const databaseUrl = () =>
    `${target.origin()}/v1/projects/${target.projectId}/databases/(default)/documents`;
  const nameOf = (uid: string) =>
    `projects/${target.projectId}/databases/(default)/documents/users/${uid}`;
  const call = (method: string, path: string, token: string | null, body?: object) =>
    fetch(`${databaseUrl()}${path}`, {
      method,
      headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  describe(`the browser’s SDK (${target.name})`, () => {
    let db: LiteFirestore;
    let uid: string;
    /** Used instead of the auth SDK's token. */
    let token: string;
    beforeEach(async () => {
      uid = freshUid();
      token = await target.tokenFor(uid, selfEmail);
      const app = initializeApp({ apiKey: 'local', projectId: target.projectId }, uid);
      db = getFirestore(app);
      const { hostname, port } = new URL(target.origin());
      connectFirestoreEmulator(db, hostname, Number(port), { mockUserToken: token });
    });
    afterEach(() => deleteApp(db.app));

    it('creates the profile with the server’s time and reads it back', async () => {
      const profile = doc(db, 'users', uid);
      expect((await getDoc(profile)).exists()).toBe(false);
      await setDoc(profile, initialProfile(selfEmail));
      const { createdAt, ...rest } = (await getDoc(profile)).data() ?? {};
      const { createdAt: _createdAt, ...expected } = initialProfile(selfEmail);
      expect(rest).toEqual(expected);
      expect(createdAt).toBeInstanceOf(Timestamp);
      expect(Math.abs(createdAt.toMillis() - Date.now())).toBeLessThan(10_000);
    });

    it('updates the first steps', async () => {
      const profile = doc(db, 'users', uid);
      await setDoc(profile, initialProfile(selfEmail));
      await updateDoc(profile, { onboardingCompletado: true });
      expect((await getDoc(profile)).data()).toMatchObject({
        username: 'Ana Ñandú',
        onboardingCompletado: true,
        plan: 'basico',
      });
    });

    it('is denied everything else', async () => {
      const denied = expect.objectContaining({ code: 'permission-denied' });
      const profile = doc(db, 'users', uid);
      const other = doc(db, 'users', 'otra-persona');
      await expect(updateDoc(profile, { username: 'Eva' })).rejects.toEqual(denied);
      await setDoc(profile, initialProfile(selfEmail));
      for (const attempt of [
        () => updateDoc(profile, { plan: 'elite' }),
        () => updateDoc(profile, { 'configuracion.frecuencia': 1 }),
        () => updateDoc(profile, { onboardingCompletado: deleteField() }),
        () => setDoc(profile, initialProfile(selfEmail)),
        () => deleteDoc(profile),
        () => getDoc(other),
        () => setDoc(other, initialProfile(selfEmail)),
        () => getDoc(doc(db, 'otra', uid)),
      ]) {
        await expect(attempt()).rejects.toEqual(denied);
      }
    });
  });

  describe(`the server’s SDK over REST (${target.name})`, () => {
    let db: Firestore;
    beforeEach(() => {
      db = ownerFirestore(target);
    });
    afterEach(() => db.terminate());

    it('reads, updates and deletes past the rules', async () => {
      const profile = db.doc(`users/${freshUid()}`);
      expect((await profile.get()).exists).toBe(false);
      await profile.set({
        plan: 'premium',
        nada: null,
        numero: 1.5,
        'raro campo': 1,
        momento: FieldValue.serverTimestamp(),
        configuracion: { frecuencia: 60, partidos: ['m1'], otro: { x: true } },
      });
      await profile.update({ 'configuracion.frecuencia': 65, nada: FieldValue.delete() });
      const { momento, ...rest } = (await profile.get()).data() ?? {};
      expect(rest).toEqual({
        plan: 'premium',
        numero: 1.5,
        'raro campo': 1,
        configuracion: { frecuencia: 65, partidos: ['m1'], otro: { x: true } },
      });
      expect(Math.abs(momento.toMillis() - Date.now())).toBeLessThan(10_000);
      await profile.delete();
      expect((await profile.get()).exists).toBe(false);
    });

    // Over REST this SDK reports an HTTP code where gRPC would say 5; Google's emulator shows the same.
    it('rejects updating a missing document', async () => {
      const missing = db.doc(`users/${freshUid()}`);
      await expect(missing.update({ a: 1 })).rejects.toMatchObject({ code: 404 });
    });

    it('writes a batch whole or not at all', async () => {
      const [a, b] = [db.doc(`users/${freshUid()}`), db.doc(`users/${freshUid()}`)];
      const failing = db.batch().set(a, { n: 1 }).update(b, { n: 1 });
      await expect(failing.commit()).rejects.toMatchObject({ code: 404 });
      expect((await a.get()).exists).toBe(false);
    });
  });

  describe(`plain REST (${target.name})`, () => {
    it.each([
      ['a value without a type', { a: {} }],
      ['an unknown type', { a: { textoValue: 'x' } }],
      ['a number that is not one', { a: { integerValue: 'doce' } }],
      ['a date that is not one', { a: { timestampValue: 'ayer' } }],
      ['a list in a list', { a: { arrayValue: { values: [{ arrayValue: { values: [] } }] } } }],
    ])('answers 400 to %s', async (_what, fields) => {
      const answer = await call('PATCH', `/users/${freshUid()}`, 'owner', { fields });
      expect(answer.status).toBe(400);
    });
  });

  describe(`the rules of users/{uid} (${target.name})`, () => {
    it.each(
      rulesCases.map(
        (one) => [`${one.allowed ? 'allows' : 'denies'}: ${one.name} (${one.actor})`, one] as const,
      ),
    )('%s', async (_name, one) => {
      const uid = freshUid();
      if (one.before) await call('PATCH', `/users/${uid}`, 'owner', { fields: one.before });
      const token =
        one.actor === 'unsigned'
          ? null
          : await target.tokenFor(one.actor === 'self' ? uid : freshUid(), selfEmail);
      const answer = await runOperation(one, uid, token);
      expect(answer.status, await answer.text()).toBe(one.allowed ? 200 : 403);
    });
  });

  function runOperation(one: RulesCase, uid: string, token: string | null): Promise<Response> {
    const name = nameOf(uid);
    const commit = (write: object) => call('POST', ':commit', token, { writes: [write] });
    const entries = Object.entries(one.fields ?? {});
    const fields: WireFields = Object.fromEntries(
      entries.flatMap(([field, value]) => (value ? [[field, value]] : [])),
    );
    const update = { name, fields };
    const transforms = [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }];
    switch (one.operation) {
      case 'get':
        return call('POST', ':batchGet', token, { documents: [name] });
      case 'list':
        return call('GET', '/users', token);
      case 'delete':
        return commit({ delete: name });
      case 'create':
        return commit({ update, ...(one.serverTime && { updateTransforms: transforms }) });
      case 'update': {
        const updateMask = { fieldPaths: entries.map(([field]) => field) };
        return commit({ update, updateMask, currentDocument: { exists: true } });
      }
    }
  }
}

/** The Firestore client as the backend builds it: REST, with a bearer token instead of Google credentials. */
function ownerFirestore(target: FirestoreTarget): Firestore {
  process.env.METADATA_SERVER_DETECTION = 'none';
  const require = createRequire(import.meta.url);
  const gax = require.resolve('google-gax');
  // google-gax has its own copy of google-auth-library and accepts only clients of that copy.
  const { PassThroughClient, GoogleAuth } = require(
    require.resolve('google-auth-library', { paths: [gax] }),
  );
  class Owner extends PassThroughClient {
    async getRequestHeaders() {
      return new Headers({ authorization: 'Bearer owner' });
    }
  }
  const authClient = new Owner();
  const { hostname, port } = new URL(target.origin());
  return new Firestore({
    projectId: target.projectId,
    preferRest: true,
    host: hostname,
    port: Number(port),
    ssl: false,
    protocol: 'http',
    authClient,
    auth: new GoogleAuth({ authClient, projectId: target.projectId }),
  } as ConstructorParameters<typeof Firestore>[0]);
}
