/** Gives up waiting for work that has no deadline of its own, as a client library's call over the network. */

/** @throws when the work takes longer; the work itself is not stopped */
export async function withinDeadline<Value>(
  work: Promise<Value>,
  timeoutMs: number,
): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
