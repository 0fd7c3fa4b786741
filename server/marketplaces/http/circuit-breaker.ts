/**
 * Circuit breaker around requests to a source: exponential backoff with jitter per consecutive failure; after several the
 * circuit is open for longer, and then lets one request through (half open). An answer closes it.
 */
import type { SourceReport } from '../../market-model/marketplace.ts';

export interface CircuitOptions {
  /** Consecutive failures that open the circuit. */
  readonly failureThreshold: number;
  readonly initialBackoffMs: number;
  /** First wait while open, before jitter; doubled with each failed trial. */
  readonly cooldownMs: number;
  readonly maxBackoffMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export class CircuitBreaker {
  readonly #options: CircuitOptions;
  /** Consecutive. */
  #failures = 0;
  /** No request before this instant. */
  #retryAtMs = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** @param nowMs monotonic clock, as in all methods */
  state(nowMs: number): SourceReport['circuit'] {
    if (this.#failures < this.#options.failureThreshold) return 'closed';
    return nowMs < this.#retryAtMs ? 'open' : 'half_open';
  }

  /** How long no request may be made. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#retryAtMs - nowMs);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#retryAtMs = 0;
  }

  /** @param retryAfterMs the wait the source requested, which is never shortened; null = none */
  failed(nowMs: number, retryAfterMs: number | null): void {
    const { failureThreshold, initialBackoffMs, cooldownMs, maxBackoffMs, random } = this.#options;
    this.#failures += 1;
    const beyond = this.#failures - failureThreshold;
    const fullMs =
      beyond < 0
        ? initialBackoffMs * 2 ** (this.#failures - 1)
        : cooldownMs * 2 ** Math.min(30, beyond);
    // Between 50 % and 100 %, so that many servers do not retry at once.
    const jitteredMs = Math.min(maxBackoffMs, fullMs) * (0.5 + random() / 2);
    this.#retryAtMs = nowMs + Math.max(jitteredMs, retryAfterMs ?? 0);
  }
}
