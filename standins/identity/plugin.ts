/** Google Identity stand-in: the REST API of firebase/auth and of the server, and the user's pages. */
import type { FastifyPluginAsync } from 'fastify';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import type { SendMail } from '../mail/smtp-sender.ts';
import { ownAccountOperations } from './account-operations.ts';
import { enumerationProtectionOf, registerAdminApi } from './admin-api.ts';
import { answerErrorsLikeGoogle, GoogleError, malformedBody } from './google-error.ts';
import { registerGooglePopupPage } from './google-popup-page.ts';
import { googleSignIn } from './google-sign-in.ts';
import { openIdentityStore } from './identity-store.ts';
import type { IdentityOperation, OperationOptions } from './operation.ts';
import { passwordResetOperations } from './password-reset.ts';
import { registerResetPage } from './reset-page.ts';
import { createSessions } from './sessions.ts';
import { signInOperations } from './sign-in.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface IdentityOptions {
  readonly dataDir: string;
  readonly projectId: string;
  readonly keys: SigningKeys;
  readonly sendMail: SendMail;
  /** Initial value of the project's setting. Off by default, as in Google's emulator, so that every error is testable. */
  readonly enumerationProtection?: boolean;
}

const toolkit = '/identitytoolkit.googleapis.com';
const tokenService = '/securetoken.googleapis.com';
/** The path of Google's published signing keys. */
const keysPath = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

export const identityStandin: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const { dataDir, projectId, keys, sendMail, enumerationProtection = false } = options;
  const store = await openIdentityStore(dataDir);
  app.addHook('onClose', () => store.close());
  const isEnumerationProtected = (): boolean =>
    enumerationProtectionOf(store, enumerationProtection);
  const sessions = createSessions({ store, keys, projectId });
  const operationOptions: OperationOptions = { store, sessions, sendMail, isEnumerationProtected };
  const passwordReset = passwordResetOperations(operationOptions);
  const operations: Readonly<Record<string, IdentityOperation>> = {
    ...signInOperations(operationOptions),
    ...ownAccountOperations(operationOptions),
    ...passwordReset,
    signInWithIdp: googleSignIn(operationOptions),
  };

  parseBodiesAsJson(app, () => malformedBody());
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(body))),
  );
  answerErrorsLikeGoogle(app);
  allowAllOrigins(app);
  for (const service of [toolkit, tokenService, '/service_accounts', '/emulator']) {
    registerPreflight(app, `${service}/*`);
  }

  for (const [name, operation] of Object.entries(operations)) {
    app.post(`${toolkit}/v1/accounts::${name}`, async (request) => {
      assertApiKey(request.query);
      return operation(request.body, `${request.protocol}://${request.host}`);
    });
  }
  app.post(`${tokenService}/v1/token`, async (request) => {
    assertApiKey(request.query);
    return sessions.refresh(request.body);
  });
  app.get(`${toolkit}/v1/projects`, async () => ({
    projectId,
    authorizedDomains: ['localhost', '127.0.0.1'],
  }));
  app.get(`${toolkit}/v2/recaptchaConfig`, async () => ({ recaptchaEnforcementState: [] }));
  app.get(`${toolkit}/v2/passwordPolicy`, async () => ({
    customStrengthOptions: { minPasswordLength: 6 },
    allowedNonAlphanumericCharacters: [],
    enforcementState: 'OFF',
    schemaVersion: 1,
  }));
  app.get(keysPath, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=19800, must-revalidate').send(keys.jwks),
  );
  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    url: `${toolkit}/*`,
    handler: async () => {
      throw new GoogleError('Method not found.', 404, 'NOT_FOUND');
    },
  });

  registerAdminApi(app, { store, isEnumerationProtected });
  registerGooglePopupPage(app, store);
  registerResetPage(app, { store, resetPassword: passwordReset.resetPassword });
};

function assertApiKey(query: unknown): void {
  const key = typeof query === 'object' && query !== null && 'key' in query ? query.key : null;
  if (!key) {
    const message = 'The request is missing a valid API key.';
    throw new GoogleError(message, 403, 'PERMISSION_DENIED');
  }
}
