/** The loop of a background worker: a step, a pause, the next step, until it is aborted. */
import { WakeSignal } from './wake-signal.ts';

export interface RepeatOptions {
  readonly signal: AbortSignal;
  /** Ends a pause. */
  readonly wake?: WakeSignal;
  /** The pause after a step that failed. */
  readonly retryMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** @param step returns the pause until the next, in milliseconds */
export async function repeatUntilAborted(
  step: () => Promise<number>,
  { signal, wake = new WakeSignal(), retryMs, onFailure }: RepeatOptions,
): Promise<void> {
  const stop = () => wake.notify();
  signal.addEventListener('abort', stop);
  while (!signal.aborted) {
    const pauseMs = await step().catch((error: unknown) => {
      onFailure(error);
      return retryMs;
    });
    if (!signal.aborted && pauseMs > 0) await wake.wait(pauseMs);
  }
  signal.removeEventListener('abort', stop);
}
