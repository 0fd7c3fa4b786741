/** Manually driven clock for replays: moving it fires no timers, because the trace decides the order. */

export function createReplayClock() {
  const timers = new Map<number, { readonly dueAtMs: number; readonly callback: () => void }>();
  let now = 0;
  let lastId = 0;
  const first = () => [...timers].sort(([, one], [, other]) => one.dueAtMs - other.dueAtMs)[0];
  return {
    setTimeout(callback: () => void, afterMs: number): number {
      lastId += 1;
      timers.set(lastId, { dueAtMs: now + afterMs, callback });
      return lastId;
    },
    clearTimeout(id: number): void {
      timers.delete(id);
    },
    now: () => now,
    /** Moves forward without firing timers. @param atMs on this clock; never moves back */
    moveTo(atMs: number): void {
      now = Math.max(now, atMs);
    },
    /** When the next timer is due, on this clock; null = no timer. */
    nextDueAtMs: () => first()?.[1].dueAtMs ?? null,
    /** Fires the timer that is due first. @returns false when none is due yet */
    fireNext(): boolean {
      const next = first();
      if (next === undefined || next[1].dueAtMs > now) return false;
      timers.delete(next[0]);
      next[1].callback();
      return true;
    },
  };
}
