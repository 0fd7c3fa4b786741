/** Firestore REST stand-in: what firebase/firestore/lite and @google-cloud/firestore (preferRest) call. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import { createIdTokenVerifier } from '../identity/tokens.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import { openDocumentStore, type WireDocument } from './document-store.ts';
import { answerErrorsLikeFirestore, invalidArgument, parseRequest, RpcError } from './rpc-error.ts';
import type { Caller } from './rules.ts';
import { writeRequest } from './writes.ts';

export interface FirestoreOptions {
  readonly dataDir: string;
  readonly projectId: string;
  readonly keys: SigningKeys;
}

/** Firestore's own limit on a request. */
const maxRequestBytes = 10 * 1024 * 1024;

const batchGetRequest = z.looseObject({ documents: z.array(z.string()).default([]) });
const commitRequest = z.looseObject({ writes: z.array(writeRequest).default([]) });
const pathParams = z.object({ '*': z.string() });

export const firestoreStandin: FastifyPluginAsync<FirestoreOptions> = async (app, options) => {
  const { dataDir, projectId, keys } = options;
  const root = `projects/${projectId}/databases/(default)/documents`;
  const documents = await openDocumentStore(dataDir, root);
  app.addHook('onClose', () => documents.close());
  const verifyToken = createIdTokenVerifier(keys, projectId);

  /** Verifies the token's signature. @throws RpcError UNAUTHENTICATED when it is invalid */
  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) return { kind: 'anonymous' };
    if (token === 'owner') return { kind: 'owner' };
    const verification = await verifyToken(token);
    if (verification.kind !== 'valid') {
      throw new RpcError('UNAUTHENTICATED', 'Missing or invalid authentication.');
    }
    return { kind: 'user', uid: verification.claims.sub, email: verification.claims.email ?? null };
  }

  parseBodiesAsJson(app, () => invalidArgument('Invalid JSON payload received.'));
  answerErrorsLikeFirestore(app);
  allowAllOrigins(app);
  const base = `/v1/projects/${projectId}/databases/:database/documents`;
  const bodyLimit = { bodyLimit: maxRequestBytes };
  registerPreflight(app, '/v1/projects/*');
  app.addHook('preHandler', async (request) => {
    const { database } = z.object({ database: z.string().optional() }).parse(request.params);
    if (database !== undefined && database !== '(default)') {
      throw new RpcError('NOT_FOUND', `The database ${database} does not exist.`);
    }
  });

  app.post(`${base}::batchGet`, bodyLimit, async (request) => {
    const caller = await callerOf(request);
    const { documents: names } = parseRequest(batchGetRequest, request.body);
    const readTime = documents.now();
    return names.map((name) => {
      const document = documents.find(caller, name);
      return document ? { found: document, readTime } : { missing: name, readTime };
    });
  });

  app.post(`${base}::commit`, bodyLimit, async (request) => {
    const caller = await callerOf(request);
    return documents.commit(caller, parseRequest(commitRequest, request.body).writes);
  });

  app.get(`${base}/*`, async (request): Promise<WireDocument | { documents: WireDocument[] }> => {
    const caller = await callerOf(request);
    const path = pathParams.parse(request.params)['*'];
    if (path.split('/').length % 2 === 1) return { documents: documents.list(caller, path) };
    const document = documents.find(caller, `${root}/${path}`);
    if (!document) throw new RpcError('NOT_FOUND', `Document "${root}/${path}" not found.`);
    return document;
  });

  app.patch(`${base}/*`, bodyLimit, async (request) => {
    const caller = await callerOf(request);
    const name = `${root}/${pathParams.parse(request.params)['*']}`;
    const update = { ...parseRequest(z.looseObject({}), request.body), name };
    await documents.commit(caller, [parseRequest(writeRequest, { update })]);
    return documents.find({ kind: 'owner' }, name);
  });

  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    url: '/v1/projects/*',
    handler: async (request) => {
      const message = `${request.method} ${request.url} is not known to the local stand-in.`;
      throw new RpcError('UNIMPLEMENTED', message);
    },
  });
};
