/**
 * Spares a source that fails: each failure doubles the wait, with jitter; after several in a row the circuit
 * is open and only one attempt at a time is let through, after a longer pause (half open).
 */

export type CircuitState = 'closed' | 'open' | 'half_open';

export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly opensAfter: number;
  readonly firstWaitMs: number;
  /** Least wait while open. */
  readonly openMs: number;
  readonly longestWaitMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export class CircuitBreaker {
  readonly #options: CircuitOptions;
  #failures = 0;
  #notBeforeMs = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** @param nowMs monotonic, as everywhere here */
  state(nowMs: number): CircuitState {
    if (this.#failures < this.#options.opensAfter) return 'closed';
    return nowMs < this.#notBeforeMs ? 'open' : 'half_open';
  }

  /** How long nothing may be asked. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#notBeforeMs - nowMs);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#notBeforeMs = 0;
  }

  /** @param askedMs the wait the source itself asked for, which is never shortened */
  failed(nowMs: number, askedMs: number | null): void {
    const { opensAfter, firstWaitMs, openMs, longestWaitMs, random } = this.#options;
    this.#failures += 1;
    const isOpen = this.#failures >= opensAfter;
    const fullMs = isOpen
      ? openMs * 2 ** Math.min(30, this.#failures - opensAfter)
      : firstWaitMs * 2 ** (this.#failures - 1);
    // Between half and all of it, so that many servers do not come back at once.
    const jitteredMs = Math.min(longestWaitMs, fullMs) * (0.5 + random() / 2);
    this.#notBeforeMs = nowMs + Math.max(jitteredMs, askedMs ?? 0);
  }
}
