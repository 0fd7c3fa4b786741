/** Stub of the store's session port: signed in until the test ends. */
import { onTestFinished } from 'vitest';
import type { SessionPort } from '#store/session-port.ts';

/** Without a token a store sends nothing: what one still asks for after its test would be answered by the next test's backend. */
export function storeSession(): SessionPort {
  let token: string | null = 'token';
  onTestFinished(() => {
    token = null;
  });
  return {
    usableToken: async () => token,
    rejectToken: () => {},
    rejectRefreshedToken: () => {},
    beginAccountDeletion: () => () => {},
    onSessionEnded: () => () => {},
  };
}
