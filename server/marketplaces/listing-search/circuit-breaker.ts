/** The circuit-breaker machine in the hands of who asks a source: what came of asking goes in, how long to wait comes out. */
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

  /** @param nowMs monotonic, as everywhere here */
  state(nowMs: number): SourceReport['circuit'] {
    this.#step({ type: 'TIME.PASSED', at: nowMs });
    return reported[this.#circuit.value];
  }

  /** How long nothing may be asked. */
  waitMs(nowMs: number): number {
    this.#step({ type: 'TIME.PASSED', at: nowMs });
    return Math.max(0, this.#circuit.context.notBeforeMs - nowMs);
  }

  succeeded(): void {
    this.#step({ type: 'SOURCE.ANSWERED' });
  }

  /** @param askedMs the wait the source itself asked for, which is never shortened */
  failed(nowMs: number, askedMs: number | null): void {
    this.#step({ type: 'SOURCE.FAILED', at: nowMs, askedMs, chance: this.#random() });
  }

  #step(event: CircuitEvent): void {
    [this.#circuit] = transition(circuitBreakerMachine, this.#circuit, event);
  }
}
