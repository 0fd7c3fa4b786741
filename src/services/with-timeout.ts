/** Bounds a wait. The work itself goes on; its late outcome is ignored. */

/** @throws Error with `code` `auth/network-request-failed` after `ms`, else what the work rejects with */
export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const code = 'auth/network-request-failed';
      reject(Object.assign(new Error(`no answer within ${ms} ms`), { code }));
    }, ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
