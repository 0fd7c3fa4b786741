/** Index of subscribers by match, so that a price costs only the subscribers of its match. */
export class SubscriberIndex<Subscriber> {
  readonly #byMatch = new Map<string, Set<Subscriber>>();
  /** Subscribers of every match. */
  readonly allMatches = new Set<Subscriber>();
  readonly #onInterest: (matchId: string | null, isWanted: boolean) => void;

  /** @param onInterest a match has its first subscriber, or none any more; null = every match */
  constructor(onInterest: (matchId: string | null, isWanted: boolean) => void) {
    this.#onInterest = onInterest;
  }

  /** @param matches null = every match */
  add(subscriber: Subscriber, matches: ReadonlySet<string> | null): void {
    if (matches === null) {
      this.allMatches.add(subscriber);
      if (this.allMatches.size === 1) this.#onInterest(null, true);
    }
    for (const matchId of matches ?? []) {
      const subscribers = this.#byMatch.get(matchId);
      if (subscribers === undefined) {
        this.#byMatch.set(matchId, new Set([subscriber]));
        this.#onInterest(matchId, true);
      } else subscribers.add(subscriber);
    }
  }

  remove(subscriber: Subscriber, matches: ReadonlySet<string> | null): void {
    if (this.allMatches.delete(subscriber) && this.allMatches.size === 0)
      this.#onInterest(null, false);
    for (const matchId of matches ?? []) {
      const subscribers = this.#byMatch.get(matchId);
      subscribers?.delete(subscriber);
      if (subscribers?.size !== 0) continue;
      this.#byMatch.delete(matchId);
      this.#onInterest(matchId, false);
    }
  }

  /** As `remove` and `add`; a match in both is neither left nor joined. */
  move(subscriber: Subscriber, from: ReadonlySet<string> | null, to: ReadonlySet<string>): void {
    if (from === null) {
      this.add(subscriber, to);
      this.remove(subscriber, from);
      return;
    }
    this.add(subscriber, difference(to, from));
    this.remove(subscriber, difference(from, to));
  }

  /** Those who named the match. */
  forMatch(matchId: string): ReadonlySet<Subscriber> {
    return this.#byMatch.get(matchId) ?? noSubscribers;
  }
}

const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  new Set([...one].filter((matchId) => !other.has(matchId)));

const noSubscribers: ReadonlySet<never> = new Set();
