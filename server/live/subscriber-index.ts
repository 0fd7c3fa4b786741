/** Index of subscribers by match, so that a price costs only the subscribers of its match. */
export class SubscriberIndex<Subscriber> {
  readonly #byMatch = new Map<string, Set<Subscriber>>();
  /** Subscribers of every match. */
  readonly allMatches = new Set<Subscriber>();

  /** @param matches null = every match */
  add(subscriber: Subscriber, matches: ReadonlySet<string> | null): void {
    if (matches === null) this.allMatches.add(subscriber);
    for (const matchId of matches ?? []) {
      const subscribers = this.#byMatch.get(matchId);
      if (subscribers === undefined) this.#byMatch.set(matchId, new Set([subscriber]));
      else subscribers.add(subscriber);
    }
  }

  remove(subscriber: Subscriber, matches: ReadonlySet<string> | null): void {
    this.allMatches.delete(subscriber);
    for (const matchId of matches ?? []) {
      const subscribers = this.#byMatch.get(matchId);
      subscribers?.delete(subscriber);
      if (subscribers?.size === 0) this.#byMatch.delete(matchId);
    }
  }

  /** Those who named the match. */
  forMatch(matchId: string): ReadonlySet<Subscriber> {
    return this.#byMatch.get(matchId) ?? noSubscribers;
  }
}

const noSubscribers: ReadonlySet<never> = new Set();
