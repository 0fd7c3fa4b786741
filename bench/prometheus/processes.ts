/** CPU time and resident memory of a process, from Linux's /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** USER_HZ, the unit of /proc's CPU times: 100 on current Linux. */
const ticksPerSecond = 100;

export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** CPU seconds of all processes with the same parent: a PostgreSQL server, given the pid of one of its backends. */
export async function cpuSecondsOfSiblings(pid: number): Promise<number> {
  const [, parent] = await statOf(pid);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const seconds = await Promise.all(
    names.map(async (name) => {
      // A process may exit between listing and reading.
      const [, found] = await statOf(Number(name)).catch(() => []);
      return found === parent ? cpuSeconds(Number(name)).catch(() => 0) : 0;
    }),
  );
  return seconds.reduce((sum, one) => sum + one, 0);
}

export async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
}

/** Fields of /proc/<pid>/stat from the state on: the name before it, in brackets, may contain spaces. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
