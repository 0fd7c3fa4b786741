/** The server in production mode as a process, with every required variable and nothing of this shell's but PATH. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './local-app.ts';
import { requiredVariables } from './required-variables.ts';
import { serverBundle } from './server-bundle.ts';
import { stopProcess } from './stop-process.ts';

export interface ServerProcess {
  readonly port: number;
  readonly origin: string;
  readonly process: ChildProcess;
  readonly pid: number;
  /** Everything logged so far. */
  output(): string;
  /** @throws if it ends before */
  untilReady(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** How the variables differ from the usual ones. */
export type Variables = Readonly<Record<string, string>>;

const startTimeoutMs = 120_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param release folder of the code; absent = this one */
export async function spawnServer(env: Variables, release = root): Promise<ServerProcess> {
  const port = await freePort();
  const script = release === root ? await serverBundle() : 'server/main.ts';
  const child = spawn(process.execPath, [script], {
    cwd: release,
    env: {
      ...requiredVariables,
      DIST_DIR: join(root, requiredVariables.DIST_DIR),
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SHUTDOWN_DELAY_SECONDS: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ready = Promise.withResolvers<void>();
  // Who does not wait for it learns of an early end otherwise.
  ready.promise.catch(() => {});
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('"ready"')) ready.resolve();
    });
  // Not `exit`: output may still follow it.
  child.once('close', (code, signal) =>
    ready.reject(
      new Error(`the server ended with ${code ?? signal} before it was ready:\n${text}`),
    ),
  );
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    process: child,
    pid: child.pid ?? 0,
    output: () => text,
    async untilReady() {
      const deadline = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
      await ready.promise.finally(() => clearTimeout(deadline));
    },
    stop: () => stopProcess(child, 'SIGTERM'),
  };
}

/** One that is ready. */
export async function startServer(env: Variables): Promise<ServerProcess> {
  const server = await spawnServer(env);
  await server.untilReady();
  return server;
}
