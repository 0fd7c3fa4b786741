/**
 * Runs work under a Web Lock. A browser that has no locks, or refuses them (SecurityError while all cookies are blocked),
 * counts as one without other tabs: the work runs without a lock.
 * @param work gets the lock, null when `ifAvailable` found it held, undefined without locks
 * @throws the signal's reason, or what the work throws
 */
export async function withLock<Result>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null | undefined) => Result | Promise<Result>,
): Promise<Result> {
  let started = false;
  if ('locks' in navigator) {
    try {
      return await navigator.locks.request(name, options, async (lock) => {
        started = true;
        return work(lock);
      });
    } catch (error) {
      if (started || options.signal?.aborted) throw error;
    }
  } else await null;
  return work(undefined);
}
