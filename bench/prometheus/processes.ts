/** What a process has used so far, as Linux tells it. */
import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a second: 100 wherever Linux runs today. */
const ticksPerSecond = 100;

export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Of a process and all that have its parent: a PostgreSQL server, asked through one of its sessions. */
export async function cpuSecondsOfSiblings(pid: number): Promise<number> {
  const [, parent] = await statOf(pid);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const seconds = await Promise.all(
    names.map(async (name) => {
      // Processes come and go while we look.
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

/** From the state on: the name before it, in brackets, may hold spaces. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
