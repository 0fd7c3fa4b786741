/** Runs a module in a process of its own: for code that writes to its outputs or ends it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface FinishedProcess {
  readonly exitCode: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param code a TypeScript module; its imports begin at the repository's root: `./server/base/logger.ts` */
export const runModule = (code: string): Promise<FinishedProcess> =>
  new Promise((resolve) => {
    const args = ['--input-type=module-typescript', '--eval', code];
    execFile(process.execPath, args, { cwd: root, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ exitCode: error?.code ?? 0, stdout, stderr }),
    );
  });

/** Lines of the log, parsed. @throws when anything but JSON was written */
export const linesOf = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
