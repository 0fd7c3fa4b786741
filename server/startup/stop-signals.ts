/** SIGINT, SIGTERM and SIGHUP: the first asks for a stop, a later one for the end. */

export interface StopSignals {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  /** Resolves at a later one; within a second it is the same one, which a terminal or service manager and npm both passed on. */
  readonly repeated: Promise<void>;
}

const sameSignalMs = 1_000;

export function listenForStopSignals(onRequested: () => void): StopSignals {
  const stop = new AbortController();
  const requested = Promise.withResolvers<void>();
  const repeated = Promise.withResolvers<void>();
  let firstAtMs: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstAtMs === null) {
        firstAtMs = performance.now();
        onRequested();
        stop.abort(new Error('a stop was requested'));
        requested.resolve();
      } else if (performance.now() - firstAtMs > sameSignalMs) repeated.resolve();
    });
  }
  return { signal: stop.signal, requested: requested.promise, repeated: repeated.promise };
}
