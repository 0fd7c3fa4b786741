/**
 * Per-key throttle, leading and trailing edge: runs at once if the key has not run within the interval, otherwise when
 * the interval ends. Each key has a timer of its own, so busy keys spread out over time. Keys requested together run for a
 * few milliseconds per round of the event loop: one a round would make the last of hundreds wait for as many rounds, and
 * for all other work in them.
 */
import { TimeSlicedQueue } from './time-sliced-queue.ts';

/** How long keys run before the event loop turns. */
const sliceMs = 2;

export class KeyedThrottle<Key> {
  readonly #intervalMs: number;
  readonly #run: (key: Key) => void;
  readonly #coolingDown = new Map<Key, Cooldown>();
  /** In the event loop's next round, so that requests made together run once. */
  readonly #due = new TimeSlicedQueue<Key>(sliceMs, (key) => this.#runNow(key));

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
  }

  /** The caller has just done a key's work itself: cancels its requests and restarts its interval. */
  startCooldown(key: Key): void {
    this.#due.delete(key);
    clearTimeout(this.#coolingDown.get(key)?.timer);
    const timer = setTimeout(() => this.#endCooldown(key), this.#intervalMs);
    this.#coolingDown.set(key, { timer, requested: false });
  }

  close(): void {
    this.#due.close();
    for (const { timer } of this.#coolingDown.values()) clearTimeout(timer);
    this.#coolingDown.clear();
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
