/** Google Identity double: what Firebase's SDK and the server call of it, and the pages for people. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import { openStore } from '../store.ts';
import { type IdentityStore, toRestAccount, updateAccount } from './accounts.ts';
import { answerErrorsLikeGoogle, GoogleError } from './google-error.ts';
import { registerGooglePopupPage } from './google-popup-page.ts';
import { registerMailedLinkPage } from './mailed-link.ts';
import { identityOperations, type OperationOptions, parseIdentityRequest } from './operations.ts';

export interface IdentityOptions extends Omit<OperationOptions, 'store'> {
  readonly dataDir: string;
}

const toolkit = '/identitytoolkit.googleapis.com';
const tokenService = '/securetoken.googleapis.com';
/** The path of Google's published signing keys. */
const keysPath = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

export const identityStandin: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const { projectId, keys } = options;
  const store: IdentityStore = openStore(options.dataDir, 'identity');
  app.addHook('onClose', async () => store.close());
  const { token, ...operations } = identityOperations({ ...options, store });

  parseBodiesAsJson(app, () => new GoogleError('Invalid JSON payload received.'));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(body))),
  );
  answerErrorsLikeGoogle(app);
  allowAllOrigins(app);
  for (const service of [toolkit, tokenService]) registerPreflight(app, `${service}/*`);

  for (const [name, operation] of Object.entries(operations))
    app.post(`${toolkit}/v1/accounts::${name}`, async ({ body, protocol, host }) =>
      operation(parseIdentityRequest(body), `${protocol}://${host}`),
    );
  app.post(`${tokenService}/v1/token`, async ({ body }) => token(parseIdentityRequest(body), ''));
  // Where the popup may be opened from.
  app.get(`${toolkit}/v1/projects`, async () => ({
    projectId,
    authorizedDomains: ['localhost', '127.0.0.1'],
  }));
  app.get(keysPath, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=19800, must-revalidate').send(keys.jwks),
  );

  await app.register(async (admin) => registerAdminApi(admin, store));
  registerGooglePopupPage(app, store);
  registerMailedLinkPage(app, store);
};

const ids = z.object({ localId: z.array(z.string()) });
const oneAccount = z.object({ localId: z.string(), disableUser: z.boolean().optional() });

/** What the server and an operator call; `Bearer owner` is the owner's token in Google's own emulators. */
function registerAdminApi(app: FastifyInstance, store: IdentityStore): void {
  const project = `${toolkit}/v1/projects/:project/accounts`;
  app.addHook('onRequest', async ({ headers: { authorization } }) => {
    if (authorization !== 'Bearer owner') throw new GoogleError('PERMISSION_DENIED', 403);
  });
  app.post(`${project}::lookup`, async ({ body }) => {
    const found = ids.parse(body).localId.flatMap((id) => store.get('account', id) ?? []);
    return found.length === 0 ? {} : { users: found.map(toRestAccount) };
  });
  app.post(`${project}::update`, async ({ body }) => {
    const { localId, disableUser: disabled = false } = oneAccount.parse(body);
    return toRestAccount(updateAccount(store, localId, () => ({ disabled })));
  });
  app.post(`${project}::delete`, async ({ body }) => {
    const { localId } = oneAccount.parse(body);
    if (store.get('account', localId) === undefined) throw new GoogleError('USER_NOT_FOUND');
    store.delete('account', localId);
    return {};
  });
}
