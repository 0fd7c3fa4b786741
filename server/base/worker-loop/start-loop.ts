/** A background worker that is one loop, and ends with the step under way. */
import { type RepeatOptions, repeatUntilAborted } from './repeat-until-aborted.ts';

export interface Loop {
  close(): Promise<void>;
}

/** @param step returns the pause until the next, in milliseconds; once `stop` is aborted, a long one may end sooner */
export function startLoop(
  step: (stop: AbortSignal) => Promise<number>,
  options: Omit<RepeatOptions, 'signal'>,
): Loop {
  const stop = new AbortController();
  const done = repeatUntilAborted(() => step(stop.signal), { ...options, signal: stop.signal });
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}
