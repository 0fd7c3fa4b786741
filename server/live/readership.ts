/** Who reads what: by match, so that a price costs only those who read its match. */
import type { Subscriber } from './hub.ts';

export class Readership {
  readonly #byMatch = new Map<string, Set<Subscriber>>();
  /** Those of every match. */
  readonly wide = new Set<Subscriber>();

  add(reader: Subscriber): void {
    if (reader.matches === null) this.wide.add(reader);
    for (const matchId of reader.matches ?? []) {
      const readers = this.#byMatch.get(matchId);
      if (readers === undefined) this.#byMatch.set(matchId, new Set([reader]));
      else readers.add(reader);
    }
  }

  remove(reader: Subscriber): void {
    this.wide.delete(reader);
    for (const matchId of reader.matches ?? []) {
      const readers = this.#byMatch.get(matchId);
      readers?.delete(reader);
      if (readers?.size === 0) this.#byMatch.delete(matchId);
    }
  }

  /** Those who named the match. */
  of(matchId: string): ReadonlySet<Subscriber> {
    return this.#byMatch.get(matchId) ?? nobody;
  }
}

const nobody: ReadonlySet<Subscriber> = new Set();
