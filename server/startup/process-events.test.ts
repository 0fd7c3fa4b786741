/** Node's own words in a process of their own: lines of its log, and the exit code of an error that nothing handles. */
import { expect, it } from 'vitest';
import { linesOf, runModule } from '#tests/support/run-module.ts';

/** Runs the code in a process that goes on otherwise. */
const run = (code: string) =>
  runModule(`
    import { createLogger } from './server/base/logger.ts';
    import { logProcessEvents } from './server/startup/process-events.ts';
    logProcessEvents(createLogger('info'));
    setInterval(() => {}, 1_000);
    ${code}`);

it('an error that nothing handles is the last line, and ends the process', async () => {
  const { exitCode, stdout, stderr } = await run(`setTimeout(() => { throw new Error('roto'); });`);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(linesOf(stdout)).toMatchObject([
    { level: 60, msg: 'an error that nothing handles ends the process' },
  ]);
});

it('a warning is a line of the log and no text beside it', async () => {
  const { stdout, stderr } = await run(
    `process.emitWarning('cuidado'); setTimeout(() => process.exit(0));`,
  );
  expect(stderr).toBe('');
  expect(linesOf(stdout)).toMatchObject([{ level: 40, msg: 'a warning of Node' }]);
});
