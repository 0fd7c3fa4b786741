/** Processor seconds from Linux's /proc, in ticks of 10 ms. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/db/pool.ts';

const ticksPerSecond = 100;
const idleMs = 4_000;

/** Seconds that a server's work takes by its clock, less what it uses anyway. */
export async function cpuOf(clock: () => number, work: () => Promise<unknown>): Promise<number> {
  const idle = await spentWhile(clock, () => delay(idleMs));
  const spent = await spentWhile(clock, work);
  return spent.cpu - (idle.cpu / idle.wall) * spent.wall;
}

async function spentWhile(clock: () => number, work: () => Promise<unknown>) {
  const [cpu, wall] = [clock(), performance.now()];
  await work();
  return { cpu: clock() - cpu, wall: performance.now() - wall };
}

/** What a process has used, without its children. */
export const cpuSeconds = (pid: number): number => sumOf(statOf(pid).slice(11, 13));

/** @returns a function for the seconds of this process and of its PostgreSQL, ended backends included */
export async function createCpuClock(db: Database): Promise<() => number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]?.pid ?? 0)[1] ?? 0;
  return () => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const live = children.trim().split(' ').map(Number).map(cpuSeconds);
    // Of the postmaster also what its ended children took.
    const ended = sumOf(statOf(postmaster).slice(11, 15));
    return cpuSeconds(process.pid) + ended + live.reduce((sum, value) => sum + value, 0);
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
