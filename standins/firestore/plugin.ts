/** Firestore double: the REST calls of firebase/firestore/lite and @google-cloud/firestore (preferRest). */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import { createIdTokenVerifier } from '../identity/tokens.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import { openDocumentStore, writeRequest } from './document-store.ts';
import { answerErrorsLikeFirestore, RpcError } from './rpc-error.ts';
import type { Caller } from './rules.ts';

export interface FirestoreOptions {
  readonly dataDir: string;
  readonly projectId: string;
  readonly keys: SigningKeys;
}

/** Firestore's own limit on a request. */
const bodyLimit = 10 * 1024 * 1024;

export const firestoreStandin: FastifyPluginAsync<FirestoreOptions> = async (app, options) => {
  const { dataDir, projectId, keys } = options;
  const root = `projects/${projectId}/databases/(default)/documents`;
  const documents = openDocumentStore(dataDir, root);
  app.addHook('onClose', async () => documents.close());
  const verifyToken = createIdTokenVerifier(keys, projectId);

  /** Verifies the token's signature. @throws RpcError UNAUTHENTICATED when it is invalid */
  async function callerOf({ headers }: FastifyRequest): Promise<Caller> {
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) return { kind: 'anonymous' };
    if (token === 'owner') return { kind: 'owner' };
    const claims = await verifyToken(token);
    if (typeof claims === 'string')
      throw new RpcError('UNAUTHENTICATED', 'Missing or invalid authentication.');
    return { kind: 'user', uid: claims.sub, email: claims.email ?? null };
  }

  const malformed = () => new RpcError('INVALID_ARGUMENT', 'Invalid JSON payload received.');
  parseBodiesAsJson(app, malformed);
  answerErrorsLikeFirestore(app);
  allowAllOrigins(app);
  registerPreflight(app, '/v1/projects/*');
  const route = <S extends z.ZodType>(
    name: string,
    schema: S,
    run: (caller: Caller, request: z.output<S>) => unknown,
  ) =>
    app.post(`/v1/${root}::${name}`, { bodyLimit }, async (request) => {
      const parsed = schema.safeParse(request.body);
      if (!parsed.success) throw malformed();
      return run(await callerOf(request), parsed.data);
    });

  route('batchGet', z.object({ documents: z.array(z.string()) }), (caller, request) => {
    const readTime = new Date().toISOString();
    return request.documents.map((name) => {
      const found = documents.find(caller, name);
      return found ? { found, readTime } : { missing: name, readTime };
    });
  });
  route('commit', z.object({ writes: z.array(writeRequest) }), (caller, { writes }) =>
    documents.commit(caller, writes),
  );
  // The product lists nothing, and the rules let no one list.
  app.get(`/v1/${root}/:collection`, async () => {
    throw new RpcError('PERMISSION_DENIED', 'Missing or insufficient permissions.');
  });
};
