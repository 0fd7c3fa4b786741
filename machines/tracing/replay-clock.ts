/** A clock that moves only when told, and rings only when told: in a trace it is the recording that says what came first. */

export interface ReplayClock {
  setTimeout(ring: () => void, afterMs: number): number;
  clearTimeout(id: number): void;
  now(): number;
  /** Moves forward without ringing. */
  moveTo(at: number): void;
  /** When the next timer is due; null when none runs. */
  nextDueAt(): number | null;
  /** Rings what is due first. @returns false when nothing is due yet */
  ringNext(): boolean;
}

export function createReplayClock(): ReplayClock {
  const timers = new Map<number, { readonly dueAtMs: number; readonly ring: () => void }>();
  let now = 0;
  let lastId = 0;
  const first = () => [...timers].sort(([, one], [, other]) => one.dueAtMs - other.dueAtMs)[0];
  return {
    setTimeout(ring, afterMs) {
      lastId += 1;
      timers.set(lastId, { dueAtMs: now + afterMs, ring });
      return lastId;
    },
    clearTimeout: (id) => {
      timers.delete(id);
    },
    now: () => now,
    moveTo(at) {
      now = Math.max(now, at);
    },
    nextDueAt: () => first()?.[1].dueAtMs ?? null,
    ringNext() {
      const next = first();
      if (next === undefined || next[1].dueAtMs > now) return false;
      timers.delete(next[0]);
      next[1].ring();
      return true;
    },
  };
}
