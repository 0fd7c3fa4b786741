/** What an operator reads of a start that fails: a sentence in a terminal, one line of the log in production. */
import { expect, it } from 'vitest';
import { linesOf, runModule } from '#tests/support/run-module.ts';

const configError = `new ConfigError([{ variable: 'PORT', sentence: 'mal.' }, { variable: 'HOST', sentence: 'mal.' }])`;
const report = (error: string, production: boolean) =>
  runModule(`
    import { ConfigError } from './server/config.ts';
    import { reportStartFault, StartError } from './server/startup/start-fault.ts';
    reportStartFault(${error}, { production: ${production} });`);

it.each([
  [`new StartError('El puerto 1 está ocupado.')`, 'El puerto 1 está ocupado.\n'],
  [configError, 'La configuración no es válida:\n  PORT: mal.\n  HOST: mal.\n'],
  [`'roto'`, 'roto\n'],
])('in a terminal %s is its sentence', async (error, sentence) => {
  expect(await report(error, false)).toEqual({ exitCode: 0, stdout: '', stderr: sentence });
});

it.each([
  [`new StartError('El puerto 1 está ocupado.')`, { msg: 'El puerto 1 está ocupado.' }],
  [configError, { msg: 'La configuración no es válida.', errors: ['PORT: mal.', 'HOST: mal.'] }],
  [
    `new TypeError('roto')`,
    { msg: 'Vigía no puede arrancar.', err: { type: 'TypeError', message: 'roto' } },
  ],
])('in production %s is a line, whatever LOG_LEVEL says', async (error, line) => {
  const { stdout, stderr } = await report(error, true);
  expect(stderr).toBe('');
  expect(linesOf(stdout)).toMatchObject([{ level: 60, ...line }]);
});
