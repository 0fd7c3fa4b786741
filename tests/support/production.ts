/** Starts the server in production mode, with every required environment variable. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './local-app.ts';
import { requiredVariables } from './required-variables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningProduction {
  readonly origin: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** @param more variables that extend or override the usual ones. @throws if the server exits before it is ready */
export async function startProduction({
  databaseUrl,
  extraEnv = {},
}: {
  readonly databaseUrl: string;
  readonly extraEnv?: Readonly<Record<string, string>>;
}): Promise<RunningProduction> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startServer({
    ...requiredVariables,
    NODE_ENV: 'production',
    HOST: 'localhost',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SHUTDOWN_DELAY_SECONDS: '0',
    ...extraEnv,
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => chunk.includes('"ready"') && resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return {
    origin,
    process: server,
    async close() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const left = once(server, 'exit');
      server.kill('SIGTERM');
      await left;
    },
  };
}

/** Inherits nothing of this shell's environment but PATH. */
export const startServer = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
