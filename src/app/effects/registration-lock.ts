/**
 * Web Lock held while a tab registers an account. Its session reaches other tabs before its profile exists: they wait for
 * the lock, so that the profile gets the name typed there. Locks are granted in order, so a request counts at once.
 */
import { withLock } from './with-lock.ts';

const lockName = 'vigia-registration';
/** Longer than a registration takes; then the document database is silent. */
const timeoutMs = 15_000;

export function createRegistrationLock() {
  let release: (() => void) | null = null;
  return {
    /** Until `release`, or until the tab closes. */
    hold(): void {
      if (release !== null) return;
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      void withLock(lockName, {}, () => untilReleased);
    },
    release(): void {
      release?.();
      release = null;
    },
    /** Resolves when no other tab is registering. @throws after 15 s, or with the signal's reason */
    async waitForOtherTabs(signal?: AbortSignal): Promise<void> {
      if (release !== null) return;
      const wait = new AbortController();
      const abort = () => wait.abort(signal?.reason);
      const giveUp = () => wait.abort(new Error('a registration takes too long'));
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', abort);
      try {
        await withLock(lockName, { mode: 'shared', signal: wait.signal }, () => {});
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
