/** Writes the session's token to localStorage `authToken`. Never read back; index.html checks whether it exists. */
import type { SessionActor } from './create-session-port.ts';

export const tokenKey = 'authToken';

export function persistToken(session: SessionActor): () => void {
  let written: string | null | undefined;
  const write = (token: string | null) => {
    if (token === written) return;
    written = token;
    try {
      if (token === null) localStorage.removeItem(tokenKey);
      else localStorage.setItem(tokenKey, token);
    } catch {
      // Storage may be full or forbidden; the session does not depend on it.
    }
  };
  const { unsubscribe } = session.subscribe((snapshot) => {
    // Until the first auth state is known, leave a token of an earlier visit in place.
    if (!snapshot.matches('checking')) write(snapshot.context.session?.token ?? null);
  });
  return unsubscribe;
}
