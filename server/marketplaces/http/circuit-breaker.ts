/** Circuit breaker around requests to a source: takes outcomes, returns how long to wait. */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import {
  type CircuitEvent,
  type CircuitLimits,
  circuitBreakerMachine,
} from '#machines/circuit-breaker.machine.ts';
import type { SourceReport } from '../../market-model/marketplace.ts';

export interface CircuitOptions extends CircuitLimits {
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const reported = { closed: 'closed', open: 'open', halfOpen: 'half_open' } as const;

export class CircuitBreaker {
  readonly #random: () => number;
  #circuit: SnapshotFrom<typeof circuitBreakerMachine>;

  constructor({ random, ...limits }: CircuitOptions) {
    this.#random = random;
    [this.#circuit] = initialTransition(circuitBreakerMachine, limits);
  }

  /** @param nowMs monotonic clock, as in all methods */
  state(nowMs: number): SourceReport['circuit'] {
    this.#step({ type: 'TIME.PASSED', atMs: nowMs });
    return reported[this.#circuit.value];
  }

  /** How long no request may be made. */
  waitMs(nowMs: number): number {
    this.#step({ type: 'TIME.PASSED', atMs: nowMs });
    return Math.max(0, this.#circuit.context.retryAtMs - nowMs);
  }

  succeeded(): void {
    this.#step({ type: 'SOURCE.ANSWERED' });
  }

  /** @param retryAfterMs the wait the source requested, which is never shortened; null = none */
  failed(nowMs: number, retryAfterMs: number | null): void {
    this.#step({ type: 'SOURCE.FAILED', atMs: nowMs, retryAfterMs, jitter: this.#random() });
  }

  #step(event: CircuitEvent): void {
    [this.#circuit] = transition(circuitBreakerMachine, this.#circuit, event);
  }
}
