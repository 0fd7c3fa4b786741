/** A NATS server with JetStream in a process of its own (Debian: apt-get install nats-server). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './local-app.ts';

/** Tests that need one say “not run” without it. */
export const hasNatsServer = spawnSync('nats-server', ['--version']).status === 0;

export interface NatsServer {
  readonly url: string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
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
    const untilMs = Date.now() + 10_000;
    while (!(await isListening(port))) {
      if (Date.now() > untilMs) throw new Error('nats-server does not listen');
      await delay(20);
    }
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    signal: (name) => void child.kill(name),
    async restart() {
      await stop();
      await start();
    },
    async empty() {
      await stop();
      await rm(join(dir, 'jetstream'), { recursive: true });
      await start();
    },
    async close() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
