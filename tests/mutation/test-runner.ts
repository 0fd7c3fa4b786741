/** Runs test files of a copy of the repository in one Vitest, which is replaced after a test that hung. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunRequest, RunResponse } from './warm-vitest.ts';

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  /** The test that failed. */
  readonly test: string | null;
}

export type TestRunner = ReturnType<typeof createTestRunner>;

export function createTestRunner(root: string) {
  let vitest: ChildProcess | null = null;
  /** With its process group: tests start PostgreSQL and servers. */
  const kill = () => {
    if (vitest?.pid !== undefined) process.kill(-vitest.pid, 'SIGKILL');
    vitest = null;
  };

  /** @param changed files whose content differs from that of the run before */
  async function run(
    tests: readonly string[],
    changed: readonly string[],
    timeoutMs: number,
  ): Promise<TestRun> {
    if (vitest === null) {
      vitest = forkVitest(root);
      await once(vitest, 'message');
    }
    const child = vitest;
    const toAbsolute = (file: string) => join(root, file);
    const request: RunRequest = { tests: tests.map(toAbsolute), changed: changed.map(toAbsolute) };
    child.send(request);
    const { promise, resolve } = Promise.withResolvers<TestRun>();
    const onMessage = (test: RunResponse) =>
      resolve({ outcome: test === null ? 'passed' : 'failed', test });
    const onExit = () => resolve({ outcome: 'failed', test: 'Vitest ended' });
    child.once('message', onMessage).once('exit', onExit);
    const timer = setTimeout(() => resolve({ outcome: 'timed out', test: null }), timeoutMs);
    const result = await promise;
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
    if (result.outcome === 'timed out') kill();
    if (child.exitCode !== null || child.signalCode !== null) vitest = null;
    return result;
  }

  /** As `kill`, once its PostgreSQL has stopped. */
  const stop = async () => {
    if (vitest === null) return;
    const exit = once(vitest, 'exit');
    vitest.disconnect();
    await exit;
    vitest = null;
  };
  return { run, kill, stop };
}

const forkVitest = (root: string): ChildProcess =>
  fork(join(root, 'tests/mutation/warm-vitest.ts'), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
