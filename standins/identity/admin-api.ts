/** Admin API (`Bearer owner`): look up, update, delete accounts; project settings; reset codes for tests. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { passwordFields, profileFields } from './account-operations.ts';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import {
  findAccountByEmail,
  type IdentityStore,
  toRestAccount,
  updateAccount,
} from './identity-store.ts';
import { resetPagePath } from './password-reset.ts';
import { assertStrongPassword, hashPassword } from './passwords.ts';
import { nowSeconds } from './sessions.ts';

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .optional();
const lookupRequest = z.looseObject({ localId: texts, email: texts });
const deleteRequest = z.looseObject({ localId: z.string().optional() });
const updateRequest = z.looseObject({
  localId: z.string().optional(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  password: z.string().optional(),
  emailVerified: z.boolean().optional(),
  disableUser: z.boolean().optional(),
  /** Epoch seconds, as a string: ends the sessions started before. */
  validSince: z.string().regex(/^\d+$/).optional(),
  deleteAttribute: z.array(z.string()).optional(),
});
const configRequest = z.looseObject({
  emailPrivacyConfig: z
    .looseObject({ enableImprovedEmailPrivacy: z.boolean().optional() })
    .optional(),
});

const settingKey = 'project';

export function enumerationProtectionOf(store: IdentityStore, defaultValue: boolean): boolean {
  return store.settings.get(settingKey)?.enumerationProtection ?? defaultValue;
}

export function registerAdminApi(
  app: FastifyInstance,
  {
    store,
    isEnumerationProtected,
  }: { store: IdentityStore; isEnumerationProtected: () => boolean },
): void {
  const { accounts } = store;
  const project = '/identitytoolkit.googleapis.com/v1/projects/:project';
  const config = '/identitytoolkit.googleapis.com/v2/projects/:project/config';
  const describeConfig = () => ({
    emailPrivacyConfig: { enableImprovedEmailPrivacy: isEnumerationProtected() },
  });

  app.post(`${project}/accounts::lookup`, async (request) => {
    assertOwner(request);
    const lookup = parseIdentityRequest(lookupRequest, request.body);
    const found = [
      ...(lookup.localId ?? []).map((localId) => accounts.get(localId)),
      ...(lookup.email ?? []).map((email) => findAccountByEmail(accounts, email.toLowerCase())),
    ].filter((one) => one !== undefined);
    return {
      kind: 'identitytoolkit#GetAccountInfoResponse',
      ...(found.length > 0 && { users: found.map(toRestAccount) }),
    };
  });

  app.post(`${project}/accounts::update`, async (request) => {
    assertOwner(request);
    const update = parseIdentityRequest(updateRequest, request.body);
    if (!update.localId) throw new GoogleError('MISSING_LOCAL_ID');
    const passwordHash =
      update.password === undefined
        ? null
        : await hashPassword(assertStrongPassword(update.password));
    const changed = await updateAccount(accounts, update.localId, (current) => ({
      ...current,
      ...profileFields(update),
      ...(update.emailVerified !== undefined && { emailVerified: update.emailVerified }),
      ...(update.disableUser !== undefined && { disabled: update.disableUser }),
      ...(passwordHash !== null && passwordFields(current, passwordHash)),
      ...(update.validSince !== undefined && {
        validSince: Math.min(Number(update.validSince), nowSeconds() + 1),
        generation: current.generation + 1,
      }),
    }));
    return { kind: 'identitytoolkit#SetAccountInfoResponse', ...toRestAccount(changed) };
  });

  app.post(`${project}/accounts::delete`, async (request) => {
    assertOwner(request);
    const { localId } = parseIdentityRequest(deleteRequest, request.body);
    if (!localId) throw new GoogleError('MISSING_LOCAL_ID');
    await accounts.transact(() => {
      if (!accounts.get(localId)) throw new GoogleError('USER_NOT_FOUND');
      return { changes: new Map([[localId, null]]), result: undefined };
    });
    return { kind: 'identitytoolkit#DeleteAccountResponse' };
  });

  app.get(config, async (request) => {
    assertOwner(request);
    return describeConfig();
  });

  app.patch(config, async (request) => {
    assertOwner(request);
    const privacyConfig = parseIdentityRequest(configRequest, request.body).emailPrivacyConfig;
    const enumerationProtection = privacyConfig?.enableImprovedEmailPrivacy ?? false;
    await store.settings.transact(() => ({
      changes: new Map([[settingKey, { enumerationProtection }]]),
      result: undefined,
    }));
    return describeConfig();
  });

  // Also in Google's emulator, so that tests need no mailbox.
  app.get('/emulator/v1/projects/:project/oobCodes', async (request) => ({
    oobCodes: [...accounts.values()].flatMap(({ email, resetCodes }) =>
      resetCodes.map(({ code }) => ({
        email,
        requestType: 'PASSWORD_RESET',
        oobCode: code,
        oobLink: `${request.protocol}://${request.host}${resetPagePath}?oobCode=${code}`,
      })),
    ),
  }));
}

/** `Bearer owner` is the project owner's token in Google's own emulators. */
function assertOwner(request: FastifyRequest): void {
  if (request.headers.authorization !== 'Bearer owner') {
    throw new GoogleError(
      'PERMISSION_DENIED : only the owner may do this',
      403,
      'PERMISSION_DENIED',
    );
  }
}
