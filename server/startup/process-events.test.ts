/** Node's own words in a process of their own: lines of its log, and the exit code of an error that nothing handles. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns what a process that goes on otherwise writes once it has run the code */
const run = (code: string) =>
  new Promise<{ exitCode: unknown; lines: unknown[]; stderr: string }>((resolve) => {
    const program = `
      import { createLogger } from './server/logger.ts';
      import { logProcessEvents } from './server/startup/process-events.ts';
      logProcessEvents(createLogger('info'));
      setInterval(() => {}, 1_000);
      ${code}`;
    const args = ['--input-type=module-typescript', '--eval', program];
    execFile(process.execPath, args, { cwd: root, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({
        exitCode: error?.code ?? 0,
        lines: stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
        stderr,
      }),
    );
  });

it('an error that nothing handles is the last line, and ends the process', async () => {
  const { exitCode, lines, stderr } = await run(`setTimeout(() => { throw new Error('roto'); });`);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 60,
      msg: 'an error that nothing handles ends the process',
    }),
  ]);
});

it('a warning is a line of the log and no text beside it', async () => {
  const { lines, stderr } = await run(
    `process.emitWarning('cuidado'); setTimeout(() => process.exit(0));`,
  );
  expect(stderr).toBe('');
  expect(lines).toEqual([expect.objectContaining({ level: 40, msg: 'a warning of Node' })]);
});
