/**
 * Whose fault a refusal is: services answer the same when they refuse us and when they refuse one receiver: a relay by a policy
 * (“relaying denied”) or, with a broken directory, as “user unknown”, a push service by our key. A policy counts as ours, the others
 * once a second receiver is refused within a minute, until the service has accepted something for another one since.
 */

/** Receivers refused, none accepted: no longer the fault of each of them. */
const alike = 2;
const alikeWithinMs = 60_000;
/** Receivers remembered; a new round begins, or the oldest is left out, beyond it. */
const maxReceivers = 1_000;

export class RefusalsAlike {
  /** Refused since the last acceptance, and when last. */
  readonly #suspected = new Map<string, number>();
  /** Refused while others were accepted. */
  readonly #refusedAlone = new Set<string>();
  /** Receivers were refused alike, and none was accepted since. */
  #areAlike = false;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Probes go to other receivers first: one who is refused alone must not stop everybody. */
  get suspected(): readonly string[] {
    return [...this.#suspected.keys()];
  }

  /** @returns whether it is a refusal of us; otherwise of this receiver */
  isOurs(receiver: string): boolean {
    if (this.#refusedAlone.has(receiver)) return false;
    this.#suspect(receiver);
    return true;
  }

  /**
   * Of an answer for good that names the receiver.
   * @returns 'theirs' only when another one was accepted since it was refused before; until then it is in doubt
   */
  judge(receiver: string): 'ours' | 'theirs' | 'doubtful' {
    if (this.#refusedAlone.has(receiver) && !this.#areAlike) return 'theirs';
    this.#suspect(receiver);
    const sinceMs = this.#nowMs() - alikeWithinMs;
    const together = [...this.#suspected.values()].filter((atMs) => atMs >= sinceMs).length;
    this.#areAlike ||= together >= alike;
    return this.#areAlike ? 'ours' : 'doubtful';
  }

  #suspect(receiver: string): void {
    // The second time: everybody was asked, and a new round begins.
    if (this.#suspected.has(receiver) || this.#suspected.size >= maxReceivers)
      this.#suspected.clear();
    this.#suspected.set(receiver, this.#nowMs());
  }

  accepted(receiver: string): void {
    this.#areAlike = false;
    this.#refusedAlone.delete(receiver);
    this.#suspected.delete(receiver);
    for (const other of this.#suspected.keys()) this.#refusedAlone.add(other);
    this.#suspected.clear();
    for (const oldest of this.#refusedAlone) {
      if (this.#refusedAlone.size <= maxReceivers) break;
      this.#refusedAlone.delete(oldest);
    }
  }
}
