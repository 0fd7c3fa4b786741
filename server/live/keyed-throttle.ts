/**
 * Per-key throttle, leading and trailing edge: runs at once if the key has not run within the interval, otherwise when
 * the interval ends. Each key has a timer of its own, so busy keys spread out over time. Keys requested together run for a
 * few milliseconds per round of the event loop: one a round would make the last of hundreds wait for as many rounds, and
 * for all other work in them.
 */
export class KeyedThrottle<Key> {
  readonly #intervalMs: number;
  readonly #run: (key: Key) => void;
  readonly #coolingDown = new Map<Key, Cooldown>();
  readonly #due = new Set<Key>();
  #scheduled: NodeJS.Immediate | null = null;

  constructor(intervalMs: number, run: (key: Key) => void) {
    this.#intervalMs = intervalMs;
    this.#run = run;
  }

  /** Requests a run for a key; requests before it runs are merged into one. */
  request(key: Key): void {
    const cooldown = this.#coolingDown.get(key);
    if (cooldown !== undefined) {
      cooldown.requested = true;
      return;
    }
    this.#due.add(key);
    this.#scheduleNext();
  }

  /** The caller has just done a key's work itself: cancels its requests and restarts its interval. */
  startCooldown(key: Key): void {
    this.#due.delete(key);
    clearTimeout(this.#coolingDown.get(key)?.timer);
    const timer = setTimeout(() => this.#endCooldown(key), this.#intervalMs);
    this.#coolingDown.set(key, { timer, requested: false });
  }

  close(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    this.#due.clear();
    for (const { timer } of this.#coolingDown.values()) clearTimeout(timer);
    this.#coolingDown.clear();
  }

  /** In the event loop's next round, so that requests made together run once. */
  #scheduleNext(): void {
    this.#scheduled ??= setImmediate(() => this.#runNext());
  }

  #runNext(): void {
    this.#scheduled = null;
    const endsAtMs = performance.now() + sliceMs;
    for (const key of this.#due) {
      this.#runNow(key);
      if (performance.now() >= endsAtMs) break;
    }
    // Writes leave, and HTTP requests are served, before the next key.
    if (this.#due.size > 0) this.#scheduleNext();
  }

  #runNow(key: Key): void {
    this.#run(key);
    this.startCooldown(key);
  }

  #endCooldown(key: Key): void {
    const requested = this.#coolingDown.get(key)?.requested;
    this.#coolingDown.delete(key);
    if (requested) this.#runNow(key);
  }
}

interface Cooldown {
  readonly timer: NodeJS.Timeout;
  /** Requested again during the interval. */
  requested: boolean;
}

/** How long keys run before the event loop turns. */
const sliceMs = 2;
