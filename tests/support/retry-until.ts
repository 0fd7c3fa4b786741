/** Repeats an action until it succeeds; for scripts, which have no `vi.waitFor`. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** @throws the last error after a minute */
export async function retryUntil<Result>(action: () => Promise<Result>): Promise<Result> {
  const endsAtMs = performance.now() + 60_000;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (performance.now() > endsAtMs) throw error;
      await delay(100);
    }
  }
}

/** @throws while nothing listens */
export async function canConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}
