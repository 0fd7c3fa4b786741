/** Reauthentication, and change of password and address, for screens; the session machine gets the new token first. */
import type { AccountCredentials } from '#src/features/session/session-context.ts';
import type { SessionActor } from './create-session-port.ts';
import type { LazyIdentityService } from './lazy-identity-service.ts';

export async function createAccountCredentials(
  identity: LazyIdentityService,
  session: SessionActor,
): Promise<AccountCredentials> {
  const account = await identity.loadCredentials();
  // The SDK's observer reports the new token later; the next request must already carry it.
  const updateSessionAfter = async (operation: Promise<unknown>) => {
    await operation;
    session.send({ type: 'PROVIDER.SIGNED_IN', session: await identity.current() });
  };
  return {
    hasPassword: () => account.hasPassword(),
    reauthenticate: (password) => updateSessionAfter(account.reauthenticate(password)),
    changePassword: (change) => updateSessionAfter(account.changePassword(change)),
    requestEmailChange: (change) => updateSessionAfter(account.requestEmailChange(change)),
  };
}
