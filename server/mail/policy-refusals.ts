/**
 * Whose fault a policy refusal is (“relaying denied”, “client host blocked”): relays answer the same at RCPT TO when they
 * refuse us and when they refuse one recipient. It counts as ours, until the relay has accepted a mail to another
 * recipient since.
 */

/** Recipients remembered; a new round begins, or the oldest is left out, beyond it. */
const maxRecipients = 1_000;

export class PolicyRefusals {
  /** Refused since the last accepted mail. */
  readonly #suspected = new Set<string>();
  /** Refused while others were accepted. */
  readonly #refusedAlone = new Set<string>();

  /** Probes go to other recipients first: one who is refused alone must not stop everybody's mail. */
  get suspected(): readonly string[] {
    return [...this.#suspected];
  }

  /** @returns whether it is a refusal of us; otherwise of mail to this recipient */
  isOurs(recipient: string): boolean {
    if (this.#refusedAlone.has(recipient)) return false;
    // The second time: everybody was asked, and a new round begins.
    if (this.#suspected.has(recipient) || this.#suspected.size >= maxRecipients)
      this.#suspected.clear();
    this.#suspected.add(recipient);
    return true;
  }

  accepted(recipient: string): void {
    this.#refusedAlone.delete(recipient);
    this.#suspected.delete(recipient);
    for (const other of this.#suspected) this.#refusedAlone.add(other);
    this.#suspected.clear();
    for (const oldest of this.#refusedAlone) {
      if (this.#refusedAlone.size <= maxRecipients) break;
      this.#refusedAlone.delete(oldest);
    }
  }
}
