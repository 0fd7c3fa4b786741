/** CPU time and resident memory of a process, from Linux's /proc. */
import { readFile } from 'node:fs/promises';

/** USER_HZ, the unit of /proc's CPU times: 100 on current Linux. */
const ticksPerSecond = 100;

export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
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
