/** Runs test files of a copy of the repository in one Vitest, which is replaced after a test that hung. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killIfRunning, killLeftovers } from './leftover-processes.ts';
import type { RunRequest, RunResponse } from './warm-vitest.ts';

const stopTimeoutMs = 20_000;

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  /** The test that failed. */
  readonly test: string | null;
}

export type TestRunner = ReturnType<typeof createTestRunner>;

export function createTestRunner(root: string) {
  let vitest: ChildProcess | null = null;
  const temporaryFolder = join(root, 'tmp');
  mkdirSync(temporaryFolder);
  /** Its end stops its PostgreSQL, which is in no process group of ours. */
  const stop = async () => {
    const child = vitest;
    if (child === null) return;
    vitest = null;
    const exit = once(child, 'exit');
    child.disconnect();
    const timer = setTimeout(() => kill(child), stopTimeoutMs);
    await exit;
    clearTimeout(timer);
    killLeftovers(temporaryFolder);
  };
  const kill = ({ pid }: ChildProcess) => {
    if (pid !== undefined) killIfRunning(-pid);
    killLeftovers(temporaryFolder);
  };

  /** @param changed files whose content differs from that of the run before */
  async function run(
    tests: readonly string[],
    changed: readonly string[],
    timeoutMs: number,
  ): Promise<TestRun> {
    if (vitest === null) {
      vitest = forkVitest(root, temporaryFolder);
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
    if (result.outcome === 'timed out') await stop();
    if (child.exitCode !== null || child.signalCode !== null) vitest = null;
    return result;
  }

  return { run, stop, kill: () => vitest !== null && kill(vitest) };
}

const forkVitest = (root: string, temporaryFolder: string): ChildProcess =>
  fork(join(root, 'tests/mutation/warm-vitest.ts'), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, TMPDIR: temporaryFolder },
  });
