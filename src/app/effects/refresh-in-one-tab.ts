/** Single-flight token refresh across tabs by a Web Lock: the tab that gets the lock refreshes, the others wait for its token. */
import { storedToken } from '../session/token-storage.ts';
import { withLock } from './with-lock.ts';

const lockName = 'vigia-token';
/** How long another tab's token may take from its storage to this tab's SDK. */
const storageDelayMs = 2_000;

interface RefreshRequest<Session> {
  /** The token to be replaced; null = none. */
  readonly heldToken: string | null;
  readonly refresh: () => Promise<Session>;
  /** Aborted when the SDK has reported another tab's token, or the session has ended. */
  readonly signal: AbortSignal;
}

export async function refreshInOneTab<Session>(request: RefreshRequest<Session>): Promise<Session> {
  const { heldToken, refresh, signal } = request;
  // Aborted, the lock is released at once: the SDK may go on waiting for an answer.
  const refreshUntilAborted = () => Promise.race([refresh(), rejectOnAbort(signal)]);
  const first = await withLock(lockName, { ifAvailable: true }, (lock) =>
    lock === null || isRefreshedElsewhere(heldToken) ? null : refreshUntilAborted(),
  );
  if (first !== null) return first;
  return withLock(lockName, { signal }, async () => {
    await Promise.race([delay(storageDelayMs), rejectOnAbort(signal)]);
    return refreshUntilAborted();
  });
}

/** A tab that was suspended resumes with an old token, while storage has the new one. */
function isRefreshedElsewhere(heldToken: string | null): boolean {
  const stored = storedToken();
  return heldToken !== null && stored !== null && stored !== heldToken;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
