/** A NATS server with JetStream in a process of its own (Debian: apt-get install nats-server). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './local-app.ts';
import { canConnect, retryUntil } from './retry-until.ts';
import { stopProcess } from './stop-process.ts';

/** Tests that need one say “not run” without it. */
export const hasNatsServer = spawnSync('nats-server', ['--version']).status === 0;

export interface NatsServer {
  readonly url: string;
  readonly pid: number;
  /** Stopped: once none of its threads runs any more. */
  stop(): Promise<void>;
  continue(): void;
  /** Starts it again after SIGKILL, with its data. */
  restart(): Promise<void>;
  /** As `restart`, without its data. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function startNatsServer(): Promise<NatsServer> {
  const dir = await mkdtemp(join(tmpdir(), 'vigia-nats-'));
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    child = spawn(
      'nats-server',
      ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', dir],
      { stdio: 'ignore' },
    );
    await retryUntil(() => canConnect(port));
  };
  const end = () => stopProcess(child, 'SIGKILL');
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    async stop() {
      child.kill('SIGSTOP');
      while (!(await isStopped(child.pid ?? 0))) await delay(5);
    },
    continue: () => void child.kill('SIGCONT'),
    async restart() {
      await end();
      await start();
    },
    async empty() {
      await end();
      await rm(join(dir, 'jetstream'), { recursive: true });
      await start();
    },
    async close() {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Every thread's state in `/proc` is `T`: a signal reaches them one after the other. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')),
  );
  return states.every((stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('T'));
}
