/** Firestore REST stand-in: what firebase/firestore/lite and @google-cloud/firestore (preferRest) call. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import { createTokenVerifier } from '../identity/tokens.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import { openDocumentStore, type WireDocument } from './document-store.ts';
import { parseQuery } from './query.ts';
import {
  answerErrorsLikeFirestore,
  invalidArgument,
  parseRequest,
  RpcError,
  rpcCodes,
} from './rpc-error.ts';
import type { Caller } from './rules.ts';
import { createTransactions } from './transactions.ts';
import { writeRequest } from './writes.ts';

export interface FirestoreOptions {
  readonly dataDir: string;
  readonly projectId: string;
  readonly keys: SigningKeys;
}

/** Firestore's own limit on a request. */
const maxRequestBytes = 10 * 1024 * 1024;

const text = z.string().optional();
const batchGetRequest = z.looseObject({
  documents: z.array(z.string()).default([]),
  transaction: text,
  newTransaction: z.unknown().optional(),
});
const commitRequest = z.looseObject({
  writes: z.array(writeRequest).default([]),
  transaction: text,
});
const rollbackRequest = z.looseObject({ transaction: z.string() });
const pathParams = z.object({ '*': z.string() });
const texts = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const flag = z.enum(['true', 'false']).transform((one) => one === 'true');
const patchQuery = z.looseObject({
  'updateMask.fieldPaths': texts.optional(),
  'currentDocument.exists': flag.optional(),
  'currentDocument.updateTime': text,
});

export const firestoreStandin: FastifyPluginAsync<FirestoreOptions> = async (app, options) => {
  const { dataDir, projectId, keys } = options;
  const root = `projects/${projectId}/databases/(default)/documents`;
  const documents = await openDocumentStore(dataDir, root);
  app.addHook('onClose', () => documents.close());
  const transactions = createTransactions();
  const verifyToken = createTokenVerifier(keys, projectId);

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
    const query = parseRequest(batchGetRequest, request.body);
    const newTransaction = query.newTransaction === undefined ? null : transactions.begin();
    const transaction = newTransaction ?? query.transaction;
    const readTime = documents.now();
    const results = query.documents.map((name) => {
      const document = documents.find(caller, name);
      if (transaction) transactions.recordRead(transaction, name, document?.updateTime ?? null);
      return document ? { found: document, readTime } : { missing: name, readTime };
    });
    return newTransaction === null
      ? results
      : [{ transaction: newTransaction, readTime }, ...results];
  });

  app.post(`${base}::commit`, bodyLimit, async (request) => {
    const caller = await callerOf(request);
    const { writes, transaction } = parseRequest(commitRequest, request.body);
    return documents.commit(
      caller,
      writes,
      transaction ? transactions.end(transaction) : undefined,
    );
  });

  app.post(`${base}::batchWrite`, bodyLimit, async (request) => {
    const caller = await callerOf(request);
    const { writes } = parseRequest(commitRequest, request.body);
    // Unlike in a commit, each write succeeds or fails alone.
    const outcomes = await Promise.all(
      writes.map(async (write) => {
        try {
          const { writeResults } = await documents.commit(caller, [write]);
          return { result: writeResults[0] ?? {}, status: { code: 0 } };
        } catch (cause) {
          if (!(cause instanceof RpcError)) throw cause;
          return { result: {}, status: { code: rpcCodes[cause.status], message: cause.message } };
        }
      }),
    );
    return {
      writeResults: outcomes.map(({ result }) => result),
      status: outcomes.map(({ status }) => status),
    };
  });

  app.post(`${base}::beginTransaction`, async () => ({ transaction: transactions.begin() }));

  app.post(`${base}::rollback`, async (request) => {
    transactions.end(parseRequest(rollbackRequest, request.body).transaction);
    return {};
  });

  app.post(`${base}::runQuery`, async (request) => {
    const caller = await callerOf(request);
    const query = parseQuery(request.body);
    const readTime = documents.now();
    const found = documents
      .list(caller, query.collectionId)
      .filter((document) => query.matches(document))
      .slice(0, query.limit);
    return found.length > 0 ? found.map((document) => ({ document, readTime })) : [{ readTime }];
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
    const query = parseRequest(patchQuery, request.query);
    const fieldPaths = query['updateMask.fieldPaths'];
    const write = parseRequest(writeRequest, {
      update: { ...parseRequest(z.looseObject({}), request.body), name },
      ...(fieldPaths && { updateMask: { fieldPaths } }),
      currentDocument: {
        exists: query['currentDocument.exists'],
        updateTime: query['currentDocument.updateTime'],
      },
    });
    await documents.commit(caller, [write]);
    return documents.find({ kind: 'owner' }, name);
  });

  app.delete(`${base}/*`, async (request) => {
    const caller = await callerOf(request);
    const name = `${root}/${pathParams.parse(request.params)['*']}`;
    await documents.commit(caller, [parseRequest(writeRequest, { delete: name })]);
    return {};
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
