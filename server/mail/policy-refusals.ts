/**
 * Whose fault an answer for good is: relays answer the same when they refuse us and when they refuse one recipient, by a policy
 * (“relaying denied”) or, with a broken directory, as “user unknown”. A policy counts as ours, an unknown user once a second
 * one is refused within a minute, until the relay has accepted a mail to another recipient since.
 */

/** Recipients refused, none accepted: no longer the fault of each of them. */
const alike = 2;
const alikeWithinMs = 60_000;
/** Recipients remembered; a new round begins, or the oldest is left out, beyond it. */
const maxRecipients = 1_000;

export class PolicyRefusals {
  /** Refused since the last accepted mail, and when last. */
  readonly #suspected = new Map<string, number>();
  /** Refused while others were accepted. */
  readonly #refusedAlone = new Set<string>();
  /** Recipients were refused alike, and none was accepted since. */
  #areAlike = false;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Probes go to other recipients first: one who is refused alone must not stop everybody's mail. */
  get suspected(): readonly string[] {
    return [...this.#suspected.keys()];
  }

  /** @returns whether it is a refusal of us; otherwise of mail to this recipient */
  isOurs(recipient: string): boolean {
    if (this.#refusedAlone.has(recipient)) return false;
    this.#suspect(recipient);
    return true;
  }

  /**
   * Of an answer for good that names the recipient.
   * @returns 'theirs' only when another one's mail was accepted since it was refused before; until then it is in doubt
   */
  judge(recipient: string): 'ours' | 'theirs' | 'doubtful' {
    if (this.#refusedAlone.has(recipient) && !this.#areAlike) return 'theirs';
    this.#suspect(recipient);
    const sinceMs = this.#nowMs() - alikeWithinMs;
    const together = [...this.#suspected.values()].filter((atMs) => atMs >= sinceMs).length;
    this.#areAlike ||= together >= alike;
    return this.#areAlike ? 'ours' : 'doubtful';
  }

  #suspect(recipient: string): void {
    // The second time: everybody was asked, and a new round begins.
    if (this.#suspected.has(recipient) || this.#suspected.size >= maxRecipients)
      this.#suspected.clear();
    this.#suspected.set(recipient, this.#nowMs());
  }

  accepted(recipient: string): void {
    this.#areAlike = false;
    this.#refusedAlone.delete(recipient);
    this.#suspected.delete(recipient);
    for (const other of this.#suspected.keys()) this.#refusedAlone.add(other);
    this.#suspected.clear();
    for (const oldest of this.#refusedAlone) {
      if (this.#refusedAlone.size <= maxRecipients) break;
      this.#refusedAlone.delete(oldest);
    }
  }
}
