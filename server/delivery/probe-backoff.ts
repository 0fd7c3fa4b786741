/**
 * Exponential backoff of the probes to whoever refuses us: 1 s, doubled up to 30 s; then a slow start. One per kind.
 */
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';

const probeMs: Backoff = { first: 1_000, max: 30_000 };
/** After a refusal so many leave one after the other: in their order, and not all at once on a service just back. */
const slowStartDeliveries = 20;

export class ProbeBackoff {
  #refusals = 0;
  #probeAtMs = 0;
  #slowStartLeft = 0;
  readonly #nowMs: () => number;

  /** @param nowMs a monotonic clock */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  get isRefusing(): boolean {
    return this.#refusals > 0;
  }

  /** Whether to send one at a time. */
  get isSlowStart(): boolean {
    return this.#slowStartLeft > 0;
  }

  /** Milliseconds until the next probe is due; 0 when it is, or when nothing was refused. */
  get waitMs(): number {
    return this.isRefusing ? Math.max(0, this.#probeAtMs - this.#nowMs()) : 0;
  }

  /** @returns false for those that were under way together with one refused before: they count once */
  refused(): boolean {
    if (this.waitMs > 0) return false;
    this.#refusals += 1;
    this.#probeAtMs = this.#nowMs() + backoffDelay(this.#refusals, probeMs);
    this.#slowStartLeft = slowStartDeliveries;
    return true;
  }

  /** @returns whether it was refusing before */
  answered(): boolean {
    const wasRefusing = this.isRefusing;
    this.#refusals = 0;
    this.#slowStartLeft = Math.max(0, this.#slowStartLeft - 1);
    return wasRefusing;
  }
}
