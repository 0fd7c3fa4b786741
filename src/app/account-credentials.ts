/** The person's own sign-in as screens may use it: what it changes, the session hears before the screen goes on. */
import type { AccountCredentials } from '#src/features/session/session-context.ts';
import type { SessionActor } from './create-session-port.ts';
import type { LazyIdentityService } from './lazy-identity-service.ts';

export async function createAccountCredentials(
  identity: LazyIdentityService,
  session: SessionActor,
): Promise<AccountCredentials> {
  const account = await identity.ownAccount();
  // The SDK announces it too, but later: the next request must carry the new token already.
  const renew = async (done: Promise<unknown>) => {
    await done;
    session.send({ type: 'SDK.SESSION', session: await identity.current() });
  };
  return {
    hasPassword: () => account.hasPassword(),
    confirm: (password) => renew(account.reauthenticate(password)),
    changePassword: (change) => renew(account.changePassword(change)),
  };
}
