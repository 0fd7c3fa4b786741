/** One production server of a cluster: a process with a role. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/local-app.ts';
import { requiredVariables } from '#tests/support/required-variables.ts';
import { serverBundle } from '#tests/support/server-bundle.ts';

export interface ClusterNode {
  readonly origin: string;
  readonly pid: number;
  /** Everything logged so far. */
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

const startTimeoutMs = 120_000;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Of every process of a cluster. */
export const nodeEnvironment = {
  ...requiredVariables,
  DIST_DIR: join(root, requiredVariables.DIST_DIR),
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  SHUTDOWN_DELAY_SECONDS: '0',
  HOST: '127.0.0.1',
};

/**
 * Resolves once it is ready. @param release folder of the code; absent = this one
 * @param onStarted called with the process as soon as there is one
 */
export async function startNode(
  env: NodeJS.ProcessEnv,
  {
    release = root,
    onStarted,
  }: { release?: string; onStarted?: (child: ChildProcess) => void } = {},
): Promise<ClusterNode> {
  const port = await freePort();
  const script = release === root ? await serverBundle() : 'server/main.ts';
  const child = spawn(process.execPath, [script], {
    cwd: release,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStarted?.(child);
  let text = '';
  const deadline = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  await new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('"ready"')) resolve();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code, signal) =>
      reject(new Error(`the server ended with ${code ?? signal} before it was ready:\n${text}`)),
    );
  }).finally(() => clearTimeout(deadline));
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => text,
    signal: (name) => void child.kill(name),
    stop: () => stopProcess(child, 'SIGTERM'),
    kill: () => stopProcess(child, 'SIGKILL'),
  };
}

/** Waits for the exit. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
