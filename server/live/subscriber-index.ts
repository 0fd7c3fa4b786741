/** Who reads what: by match, so that a price costs only those who read its match. */
export class SubscriberIndex<Reader> {
  readonly #byMatch = new Map<string, Set<Reader>>();
  /** Those of every match. */
  readonly allMatches = new Set<Reader>();

  /** @param matches null = every match */
  add(reader: Reader, matches: ReadonlySet<string> | null): void {
    if (matches === null) this.allMatches.add(reader);
    for (const matchId of matches ?? []) {
      const readers = this.#byMatch.get(matchId);
      if (readers === undefined) this.#byMatch.set(matchId, new Set([reader]));
      else readers.add(reader);
    }
  }

  remove(reader: Reader, matches: ReadonlySet<string> | null): void {
    this.allMatches.delete(reader);
    for (const matchId of matches ?? []) {
      const readers = this.#byMatch.get(matchId);
      readers?.delete(reader);
      if (readers?.size === 0) this.#byMatch.delete(matchId);
    }
  }

  /** Those who named the match. */
  of(matchId: string): ReadonlySet<Reader> {
    return this.#byMatch.get(matchId) ?? nobody;
  }
}

const nobody: ReadonlySet<never> = new Set();
