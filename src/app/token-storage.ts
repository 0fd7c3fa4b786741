/** Keeps the token under `authToken` while someone is signed in, as the specification says (section 3). A mirror: never read back, though index.html looks whether it is there. */
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
      // Storage may be full or forbidden; the session does not depend on its mirror.
    }
  };
  const { unsubscribe } = session.subscribe((snapshot) => {
    // Before the first answer an older token may still be there: it is not ours to judge yet.
    if (!snapshot.matches('checking')) write(snapshot.context.session?.token ?? null);
  });
  return unsubscribe;
}
