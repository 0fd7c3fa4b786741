/** Runs test files of a copy of the repository in one Vitest, which is replaced after a test that hung. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
    killLeftovers();
  };
  const kill = ({ pid }: ChildProcess) => {
    if (pid !== undefined) killIfRunning(-pid);
    killLeftovers();
  };
  /** What a test that hung or failed has started in process groups of its own. */
  const killLeftovers = () => {
    for (const pid of [...processesWith(temporaryFolder), ...databasesIn(temporaryFolder)])
      killIfRunning(pid);
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

/** Processes that have this temporary folder in their environment; none where there is no /proc. */
function processesWith(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  const hasFolder = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`);
    } catch {
      // It has ended, or is another user's.
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasFolder(name))
    .map(Number);
}

/** Processes of the PostgreSQL servers that run, or were killed, there. */
function databasesIn(folder: string): number[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'postmaster.pid')
    .map((path) => Number.parseInt(readFileSync(join(folder, path), 'utf8'), 10));
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
