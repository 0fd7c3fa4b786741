/** Ends what a test that hung or failed has started in process groups of its own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @param folder the temporary folder (`TMPDIR`) of the processes that are to end */
export function killLeftovers(folder: string): void {
  for (const pid of [...processesWith(folder), ...databasesIn(folder)]) killIfRunning(pid);
}

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

/** @param pid negative for a process group */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
