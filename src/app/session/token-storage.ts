/**
 * Writes the session's token to localStorage `authToken`. Requests take the session's own; read back only to see whether
 * another tab has a newer one, and by index.html, whether there is one.
 */
import type { SessionActor } from './create-session-port.ts';

const tokenKey = 'authToken';
const probeKey = 'vigia-probe';

/** @returns null when there is none, or storage is forbidden */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Whether what this page stores outlives a reload: not where storage is forbidden or full. */
export function outlivesReload(): boolean {
  try {
    localStorage.setItem(probeKey, '1');
    localStorage.removeItem(probeKey);
    return true;
  } catch {
    return false;
  }
}

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
