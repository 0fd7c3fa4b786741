/** Runs test files of a copy of the repository, with a timeout that ends everything they started. */
import { spawn } from 'node:child_process';

export type Outcome = 'passed' | 'failed' | 'timed out';

export function runTests(
  root: string,
  files: readonly string[],
  timeoutMs: number,
): Promise<Outcome> {
  // A process group of its own: a hanging test may have started PostgreSQL and servers.
  const child = spawn('node_modules/.bin/vitest', ['run', '--bail', '1', ...files], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => {
    resolve('timed out');
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeoutMs);
  child.on('close', (code) => {
    clearTimeout(timer);
    resolve(code === 0 ? 'passed' : 'failed');
  });
  return promise;
}
