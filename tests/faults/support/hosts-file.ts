/**
 * A name whose address can move, for one process alone: it gets its own /etc/hosts, by a bind mount in a mount namespace.
 * The resolver of the C library, which Node's `dns.lookup` asks, reads that file at each lookup.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export interface HostsFile {
  /** Program and arguments that run the command after them with this file. */
  readonly wrapper: readonly string[];
  /** From now on the name has this address only. */
  point(name: string, address: string): Promise<void>;
}

const mountAndRun = 'mount --bind "$0" /etc/hosts && exec "$@"';

/** It ends with the test. @returns null where this machine does not allow it */
export async function openHostsFile(): Promise<HostsFile | null> {
  const dir = await mkdtemp(join(tmpdir(), 'vigia-hosts-'));
  const file = join(dir, 'hosts');
  // Written in place: a bind mount stays with the file that it was made of.
  const write = (more = '') => writeFile(file, `127.0.0.1 localhost\n::1 localhost\n${more}`);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await write();
  const wrapper = ['unshare', '--mount', 'sh', '-c', mountAndRun, file];
  const [program = '', ...args] = [...wrapper, 'true'];
  try {
    await promisify(execFile)(program, args);
  } catch {
    return null;
  }
  return { wrapper, point: (name, address) => write(`${address} ${name}\n`) };
}
