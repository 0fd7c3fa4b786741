/** The command line of the release, as processes: what it prints, and what it exits with. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/local-app.ts';
import { requiredVariables } from '#tests/support/required-variables.ts';

const program = fileURLToPath(new URL('./cli.ts', import.meta.url));

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], options);
    return { exitCode: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { exitCode: code, output: stderr };
  }
}

it.each([['constructor'], ['check', 'more']])('answers %s with the usage', async (...args) => {
  expect(await run(args)).toEqual({ exitCode: 2, output: expect.stringMatching(/^Uso: vigia/) });
});

it('check lists every fault, and accepts what is right', async () => {
  const wrong = await run(['check'], { ...requiredVariables, PORT: 'x', SMTP_URL: '' });
  expect(wrong.exitCode).toBe(1);
  expect(wrong.output).toContain('PORT: debe ser un número entero entre 1 y 65535');
  expect(wrong.output).toContain('SMTP_URL: falta');
  expect(await run(['check'], requiredVariables)).toEqual({
    exitCode: 0,
    output: 'La configuración es válida.\n',
  });
});

it('migrate needs the database alone', async () => {
  const { url } = await openTestDatabase();
  expect(await run(['migrate'], { DATABASE_URL: url })).toEqual({
    exitCode: 0,
    output: 'La base de datos está al día.\n',
  });
  const wrong = await run(['migrate'], { DATABASE_URL: 'mysql://x' });
  expect(wrong).toEqual({ exitCode: 1, output: expect.stringContaining('DATABASE_URL: ') });
});

it('health says that nobody listens', async () => {
  const PORT = String(await freePort());
  expect(await run(['health'], { PORT })).toEqual({
    exitCode: 1,
    output: `No responde nadie en http://127.0.0.1:${PORT}/health.\n`,
  });
});

it('admin passes its arguments on', async () => {
  const { exitCode, output } = await run(['admin', 'plan']);
  expect(exitCode).toBe(2);
  expect(output).toContain('vigia admin plan <correo>');
});
