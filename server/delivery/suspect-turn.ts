/** Of deliveries that two workers died with, one at a time is sent, whatever its kind: one that kills its process dies alone. */
import type { ClaimedDelivery, Claims } from '../db/deliveries/claim-deliveries.ts';

/** A delivery kills its process at its beginning: what is longer under way is none of those. */
const turnMs = 1_000;

export class SuspectTurn {
  #suspect: ClaimedDelivery | 'claiming' | null = null;
  readonly #onFree: () => void;

  /** @param onFree the next one may be claimed */
  constructor(onFree: () => void) {
    this.#onFree = onFree;
  }

  /** @param claim of so many suspects */
  async claim(claim: (suspects: number) => Promise<Claims>): Promise<Claims> {
    if (this.#suspect !== null) return claim(0);
    // Before the query: another lane may ask meanwhile.
    this.#suspect = 'claiming';
    let suspect: ClaimedDelivery | null = null;
    try {
      const claims = await claim(1);
      suspect = claims.deliveries.find(({ expiredClaims }) => expiredClaims > 1) ?? null;
      return claims;
    } finally {
      this.#suspect = suspect;
    }
  }

  began(delivery: ClaimedDelivery): void {
    if (this.#suspect === delivery) setTimeout(() => this.end(delivery), turnMs).unref();
  }

  end(delivery: ClaimedDelivery): void {
    if (this.#suspect !== delivery) return;
    this.#suspect = null;
    this.#onFree();
  }
}
