/** Processor seconds from Linux's /proc, in ticks of 10 ms. */
import { readFileSync } from 'node:fs';
import type { Database } from '#server/db/pool.ts';

const ticksPerSecond = 100;

/** What a process has used, without its children. */
export const cpuSeconds = (pid: number): number => sumOf(statOf(pid).slice(11, 13));

/** @returns a function for the seconds of this process and of its PostgreSQL, ended backends included */
export async function createCpuClock(db: Database): Promise<() => number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]?.pid ?? 0)[1] ?? 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const live = children.trim().split(' ').map(Number).map(cpuSeconds);
    // Of the postmaster also what its ended children took.
    const ended = sumOf(statOf(postmaster).slice(11, 15));
    return (user + system) / 1e6 + ended + live.reduce((sum, value) => sum + value, 0);
  };
}

const sumOf = (ticks: readonly number[]): number =>
  ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;

/** The fields of proc(5) after the name, from the state on; empty for a process that has ended. */
function statOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  } catch {
    return [];
  }
}
