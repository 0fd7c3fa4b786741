/** Puts a network namespace between a process and its database, in which packets can be dropped; needs root on Linux. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export interface NetworkNamespace {
  /** The target's URL through the namespace. */
  readonly url: string;
  /** From now on no packet comes back: no FIN, no RST, no answer to a SYN. */
  dropPackets(): Promise<void>;
  carryPackets(): Promise<void>;
}

const forwarder = fileURLToPath(new URL('tcp-forward.ts', import.meta.url));
const exec = promisify(execFile);
const ip = (...args: readonly string[]) => exec('ip', args);

/** It ends with the test. @returns null where this machine does not allow it */
export async function openNetworkNamespace(target: string): Promise<NetworkNamespace | null> {
  const name = `vigia${process.pid % 100_000}`;
  // A subnet of its own for each test process.
  const subnet = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 256}`;
  const [outside, inside] = [`${subnet}.1`, `${subnet}.2`];
  const inNamespace = (...args: readonly string[]) => ip('netns', 'exec', name, ...args);
  const remove = async () => {
    await ip('link', 'del', `${name}o`).catch(() => {});
    await ip('netns', 'del', name).catch(() => {});
  };
  try {
    await ip('netns', 'add', name);
    await ip('link', 'add', `${name}o`, 'type', 'veth', 'peer', 'name', `${name}i`, 'netns', name);
    await ip('addr', 'add', `${outside}/30`, 'dev', `${name}o`);
    await ip('link', 'set', `${name}o`, 'up');
    await inNamespace('ip', 'addr', 'add', `${inside}/30`, 'dev', `${name}i`);
    await inNamespace('ip', 'link', 'set', `${name}i`, 'up');
  } catch {
    await remove();
    return null;
  }
  const url = new URL(target);
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await remove();
  });
  const forward = async (command: readonly string[], ...args: readonly string[]) => {
    const [program = '', ...rest] = [...command, process.execPath, forwarder, ...args];
    // Not our stderr: after a test that ran out of time, who reads it would wait for these processes.
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    await once(child.stdout, 'data');
  };
  // The database listens on loopback only: a hop on this side leads there.
  await forward([], outside, url.port, url.hostname, url.port);
  await forward(['ip', 'netns', 'exec', name], inside, url.port, outside, url.port);
  url.hostname = inside;
  return {
    url: url.href,
    dropPackets: async () => {
      await inNamespace('ip', 'route', 'add', 'blackhole', `${outside}/32`);
    },
    carryPackets: async () => {
      await inNamespace('ip', 'route', 'del', 'blackhole', `${outside}/32`);
    },
  };
}
