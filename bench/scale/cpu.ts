/** CPU time of this process and of its PostgreSQL, ended backends included, in milliseconds (Linux; ticks of 10 ms). */
import { readFileSync } from 'node:fs';
import type { Database } from '#server/db/pool.ts';

const tickMs = 10;

export async function createCpuClock(db: Database): Promise<() => number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]?.pid ?? 0)[1] ?? 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const live = children.trim().split(' ').map(Number);
    // Of the postmaster also what its ended children took.
    const ticks = [
      ...statOf(postmaster).slice(11, 15),
      ...live.flatMap((pid) => statOf(pid).slice(11, 13)),
    ].reduce((sum, value) => sum + value, 0);
    return (user + system) / 1_000 + ticks * tickMs;
  };
}

/** The fields of proc(5) after the name, from the state on; empty for a process that has ended. */
export function statOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  } catch {
    return [];
  }
}
